// Interpreted headers and the user's functions behind template arguments of library classes.
#include "analyzer/frontend/library_classes.h"

#include <array>

#include "analyzer/frontend/construction.h"
#include "analyzer/frontend/declarations.h"

namespace cudep::frontend {

namespace {

constexpr std::array kInterpretedHeaders{
    "/array",          "/initializer_list",    "/optional",          "/tuple",
    "/bits/move.h",    "/bits/stl_pair.h",     "/bits/unique_ptr.h", "/bits/stl_iterator.h",
    "/bits/refwrap.h", "/bits/range_access.h", "/bits/utility.h",    "/utility",
};

}  // namespace

bool is_interpreted_header(llvm::StringRef path) {
  if (!path.contains("/c++/")) return false;
  return std::ranges::any_of(kInterpretedHeaders, [&](const char* header) { return path.ends_with(header); });
}

namespace {

const clang::CXXRecordDecl* user_record(Declarations& unit, clang::QualType type) {
  const clang::CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || unit.is_system(record->getLocation())) return nullptr;
  return record->getDefinition();
}

std::optional<program::FunctionId> method_named(Declarations& unit, const clang::CXXRecordDecl* record,
                                                const clang::DeclarationName& name) {
  for (const clang::NamedDecl* found : record->lookup(name)) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(found);
    if (method != nullptr && !method->isDeleted()) return unit.function(method);
  }
  return std::nullopt;
}

std::optional<program::FunctionId> method_named(Declarations& unit, const clang::CXXRecordDecl* record,
                                                llvm::StringRef name) {
  return method_named(unit, record, clang::DeclarationName(&unit.ast.Idents.get(name)));
}

std::optional<program::FunctionId> call_operator(Declarations& unit, const clang::CXXRecordDecl* record) {
  return method_named(unit, record, unit.ast.DeclarationNames.getCXXOperatorName(clang::OO_Call));
}

/// The special members of an element that a container calls.
void describe_element(Declarations& unit, clang::QualType type, program::LibraryClass& described) {
  clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition()) return;
  record = record->getDefinition();
  if (!unit.is_lowered(record->getLocation())) return;
  unit.sema.ForceDeclarationOfImplicitMembers(record);
  for (const clang::CXXConstructorDecl* constructor : record->ctors()) {
    if (constructor->isDeleted() || constructor->isTrivial()) continue;
    if (constructor->isDefaultConstructor()) described.element_default = unit.function(constructor);
    if (constructor->isCopyConstructor()) described.element_copy = unit.function(constructor);
    if (constructor->isMoveConstructor()) described.element_move = unit.function(constructor);
  }
  const clang::CXXDestructorDecl* destructor = record->getDestructor();
  if (destructor != nullptr && !destructor->isTrivial() && !destructor->isDeleted()) {
    described.element_destroy = unit.function(destructor);
  }
}

clang::QualType member_type(const clang::ClassTemplateSpecializationDecl* instance, llvm::StringRef name) {
  for (const clang::NamedDecl* found : instance->lookup(&instance->getASTContext().Idents.get(name))) {
    if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(found)) return alias->getUnderlyingType();
  }
  return {};
}

/// What the container holds: the value of a map, else its elements.
clang::QualType element_type(const clang::ClassTemplateSpecializationDecl* instance) {
  for (const char* name : {"mapped_type", "value_type", "element_type"}) {
    const clang::QualType type = member_type(instance, name);
    if (!type.isNull()) return type;
  }
  for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray()) {
    if (argument.getKind() == clang::TemplateArgument::Type) return argument.getAsType();
  }
  return {};
}

/// A map's `emplace` builds key and value together, its `try_emplace` only the value.
clang::QualType emplaced_type(const clang::ClassTemplateSpecializationDecl* instance, const clang::FunctionDecl* method,
                              clang::QualType element) {
  const bool whole = method->getDeclName().isIdentifier() && method->getName().starts_with("emplace");
  const clang::QualType value = member_type(instance, "value_type");
  return whole && !value.isNull() ? value : element;
}

void describe_argument(Declarations& unit, const clang::TemplateArgument& argument, program::LibraryClass& described) {
  if (argument.getKind() == clang::TemplateArgument::Integral) {
    described.extent = argument.getAsIntegral().getExtValue();
    return;
  }
  if (argument.getKind() != clang::TemplateArgument::Type) return;
  const clang::QualType type = argument.getAsType();
  described.element_bytes.push_back(unit.tables.bytes(type));
  described.element_layout.push_back(unit.tables.layout(type));
  const clang::CXXRecordDecl* record = user_record(unit, type);
  if (record == nullptr) return;
  if (const auto allocate = method_named(unit, record, "allocate")) {
    described.allocate = allocate;
    described.deallocate = method_named(unit, record, "deallocate");
  }
}

/// A deleter or other functor is an argument of the class (unique_ptr) or of its constructor (shared_ptr, function).
std::optional<program::FunctionId> functor(Declarations& unit, const clang::TemplateArgumentList& arguments) {
  for (const clang::TemplateArgument& argument : arguments.asArray()) {
    if (argument.getKind() != clang::TemplateArgument::Type) continue;
    const clang::CXXRecordDecl* record = user_record(unit, argument.getAsType().getNonReferenceType());
    if (record == nullptr) continue;
    if (const auto found = call_operator(unit, record)) return found;
  }
  return std::nullopt;
}

}  // namespace

namespace {

/// Functions outside of classes that make an object of their first template argument.
bool makes_first_argument(Declarations& unit, const clang::FunctionDecl* function) {
  return unit.names.qualified(function) == "std::make_shared" && function->getTemplateSpecializationArgs() != nullptr;
}

program::LibraryClass describe_maker(Declarations& unit, const clang::FunctionDecl* function) {
  program::LibraryClass described{.name = unit.names.qualified(function)};
  const clang::TemplateArgument& made = function->getTemplateSpecializationArgs()->get(0);
  describe_argument(unit, made, described);
  if (made.getKind() != clang::TemplateArgument::Type) return described;
  describe_element(unit, made.getAsType(), described);
  described.element_construct = construction(unit, made.getAsType(), function);
  return described;
}

}  // namespace

std::optional<program::LibraryClass> library_class(Declarations& unit, const clang::FunctionDecl* function) {
  if (makes_first_argument(unit, function)) return describe_maker(unit, function);
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method == nullptr || !unit.is_system(method->getLocation())) return std::nullopt;
  const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent());
  if (instance == nullptr || instance->isDependentContext()) return std::nullopt;
  program::LibraryClass described{.name = unit.names.qualified(instance)};
  for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray()) {
    describe_argument(unit, argument, described);
  }
  const clang::QualType element = element_type(instance);
  if (!element.isNull()) {
    describe_element(unit, element, described);
    described.element_construct = construction(unit, emplaced_type(instance, function, element), function);
  }
  described.deleter = functor(unit, instance->getTemplateArgs());
  const clang::TemplateArgumentList* own = function->getTemplateSpecializationArgs();
  if (!described.deleter && own != nullptr) described.deleter = functor(unit, *own);
  return described;
}

}  // namespace cudep::frontend
