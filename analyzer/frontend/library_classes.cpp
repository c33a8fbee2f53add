// Interpreted headers and the user's functions behind template arguments of library classes.
#include "analyzer/frontend/library_classes.h"

#include <array>

#include "analyzer/frontend/constants.h"
#include "analyzer/frontend/construction.h"
#include "analyzer/frontend/declarations.h"
#include "analyzer/frontend/own_headers.h"

namespace cudep::frontend {

namespace {

constexpr std::array kInterpretedHeaders{
    "/array",          "/initializer_list",    "/optional",          "/tuple",
    "/bits/move.h",    "/bits/stl_pair.h",     "/bits/unique_ptr.h", "/bits/stl_iterator.h",
    "/bits/refwrap.h", "/bits/range_access.h", "/bits/utility.h",    "/utility",
};

}  // namespace

bool is_interpreted_header(llvm::StringRef path) {
  if (is_compatibility_header(path)) return true;
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

/// Where the value of a map lies behind its key; 0 for other classes.
std::int64_t value_offset(Declarations& unit, const clang::ClassTemplateSpecializationDecl* instance) {
  if (member_type(instance, "mapped_type").isNull()) return 0;
  const clang::QualType entry = member_type(instance, "value_type");
  if (entry.isNull() || !unit.sema.isCompleteType(instance->getLocation(), entry)) return 0;
  const clang::CXXRecordDecl* record = entry->getAsCXXRecordDecl();
  if (record == nullptr) return 0;
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->getName() == "second") return unit.ast.toCharUnitsFromBits(unit.ast.getFieldOffset(field)).getQuantity();
  }
  return 0;
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
    described.extent = low_bits(argument.getAsIntegral());
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
const clang::CXXRecordDecl* functor_class(Declarations& unit, const clang::TemplateArgumentList& arguments) {
  for (const clang::TemplateArgument& argument : arguments.asArray()) {
    if (argument.getKind() != clang::TemplateArgument::Type) continue;
    const clang::CXXRecordDecl* record = user_record(unit, argument.getAsType().getNonReferenceType());
    if (record != nullptr && call_operator(unit, record)) return record;
  }
  return nullptr;
}

std::optional<program::FunctionId> functor(Declarations& unit, const clang::TemplateArgumentList& arguments) {
  const clang::CXXRecordDecl* record = functor_class(unit, arguments);
  return record == nullptr ? std::nullopt : call_operator(unit, record);
}

/// Library functions that keep or call what they are given, although no class template is involved.
bool calls_its_argument(const std::string& qualified) {
  constexpr std::array kCallers{"std::thread::thread", "std::jthread::jthread", "std::async",
                                "std::invoke",         "std::for_each",         "std::call_once"};
  return std::ranges::find(kCallers, qualified) != kCallers.end();
}

/// What std::function and std::thread keep is a copy of the functor: its special members are those of the element.
void describe_kept_functor(Declarations& unit, const clang::FunctionDecl* function, program::LibraryClass& described) {
  const clang::TemplateArgumentList* own = function->getTemplateSpecializationArgs();
  const clang::CXXRecordDecl* record = own == nullptr ? nullptr : functor_class(unit, *own);
  if (record == nullptr) return;
  described.deleter = call_operator(unit, record);
  describe_element(unit, unit.ast.getCanonicalTagType(record), described);
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
  if (const std::string name = unit.names.qualified(function); calls_its_argument(name)) {
    program::LibraryClass described{.name = name};
    describe_kept_functor(unit, function, described);
    return described;
  }
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
  if (method == nullptr || !unit.is_system(method->getLocation())) return std::nullopt;
  const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(method->getParent());
  if (instance == nullptr || instance->isDependentContext()) return std::nullopt;
  program::LibraryClass described{.name = unit.names.qualified(instance)};
  for (const clang::TemplateArgument& argument : instance->getTemplateArgs().asArray()) {
    describe_argument(unit, argument, described);
  }
  described.extent = std::max(described.extent, value_offset(unit, instance));
  const clang::QualType element = element_type(instance);
  if (!element.isNull()) {
    describe_element(unit, element, described);
    described.element_construct = construction(unit, emplaced_type(instance, function, element), function);
  }
  described.deleter = functor(unit, instance->getTemplateArgs());
  const clang::TemplateArgumentList* own = function->getTemplateSpecializationArgs();
  if (described.name == "std::function") describe_kept_functor(unit, function, described);
  if (!described.deleter && own != nullptr) described.deleter = functor(unit, *own);
  return described;
}

}  // namespace cudep::frontend
