// Ids and descriptions of functions and globals, and the queue of bodies still to lower.
#include "analyzer/frontend/declarations.h"

#include "analyzer/frontend/device_bodies.h"
#include "analyzer/frontend/library_classes.h"

namespace cudep::frontend {

namespace {

bool points_to_const(clang::QualType type) {
  const clang::QualType pointee = type->getPointeeType();
  return !pointee.isNull() && pointee.isConstQualified();
}

program::FunctionKind kind_of(const clang::FunctionDecl* declaration) {
  if (llvm::isa<clang::CXXConstructorDecl>(declaration)) return program::FunctionKind::Constructor;
  if (llvm::isa<clang::CXXDestructorDecl>(declaration)) return program::FunctionKind::Destructor;
  if (llvm::isa<clang::CXXMethodDecl>(declaration)) return program::FunctionKind::Method;
  return program::FunctionKind::Free;
}

bool is_public(const clang::FunctionDecl* declaration) {
  if (llvm::isa<clang::CXXMethodDecl>(declaration)) return declaration->getAccess() == clang::AS_public;
  return declaration->isExternallyVisible();
}

bool is_virtual(const clang::FunctionDecl* declaration) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(declaration);
  return method != nullptr && method->isVirtual();
}

}  // namespace

Declarations::Declarations(clang::Sema& sema, program::Program& program, const ParserNotes& notes)
    : sema(sema), ast(sema.getASTContext()), program(program), tables(ast, program), names(ast), notes_(notes) {}

bool Declarations::is_system(clang::SourceLocation location) const {
  const clang::SourceManager& sources = ast.getSourceManager();
  return location.isInvalid() || sources.isInSystemHeader(sources.getExpansionLoc(location)) ||
         sources.isWrittenInBuiltinFile(location);
}

bool Declarations::is_in_main_file(clang::SourceLocation location) const {
  const clang::SourceManager& sources = ast.getSourceManager();
  return sources.isInMainFile(sources.getExpansionLoc(location));
}

bool Declarations::is_lowered(clang::SourceLocation location) const {
  if (!is_system(location)) return true;
  const clang::SourceManager& sources = ast.getSourceManager();
  return location.isValid() && is_interpreted_header(sources.getFilename(sources.getExpansionLoc(location)));
}

program::FunctionId Declarations::function(const clang::FunctionDecl* declaration) {
  declaration = declaration->getCanonicalDecl();
  const auto found = functions_.find(declaration);
  if (found != functions_.end()) return found->second;
  const auto id = program::FunctionId(program.functions.size());
  functions_[declaration] = id;
  program.functions.emplace_back();
  program::Function described = describe(declaration);
  program.functions[program::index(id)] = std::move(described);
  if (is_lowered(declaration->getLocation())) pending_.push_back({id, declaration});
  return id;
}

program::Function Declarations::describe(const clang::FunctionDecl* declaration) {
  program::Function function;
  function.name = names.mangled(declaration);
  function.display = names.display(declaration);
  function.qualified = names.qualified(declaration);
  function.kind = kind_of(declaration);
  const bool is_special =
      function.kind == program::FunctionKind::Constructor || function.kind == program::FunctionKind::Destructor;
  function.result = is_special ? program::Type{} : tables.type(declaration->getReturnType());
  const clang::SourceLocation location = declaration->getLocation();
  function.site = tables.site(location);
  describe_parameters(declaration, function);
  for (program::Local& local : function.locals) local.site = function.site;
  function.is_kernel = declaration->hasAttr<clang::CUDAGlobalAttr>();
  function.is_device = !function.is_kernel && is_device_function(declaration);
  function.is_public = is_public(declaration);
  function.is_virtual = is_virtual(declaration);
  function.is_variadic = declaration->isVariadic();
  function.no_return = declaration->isNoReturn();
  const bool is_builtin = declaration->getBuiltinID() != 0 && declaration->isImplicit();
  function.in_system_header = is_builtin || is_system(location);
  function.in_main_file = !is_builtin && is_in_main_file(location);
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(declaration)) {
    function.parent = user_class(method->getParent());
  }
  function.library = library_class(*this, declaration);
  return function;
}

void Declarations::describe_parameters(const clang::FunctionDecl* declaration, program::Function& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(declaration);
  if (method != nullptr && method->isImplicitObjectMemberFunction()) {
    const clang::QualType type = ast.getPointerType(method->getFunctionObjectParameterType());
    function.parameters.push_back(
        {"this", tables.type(type), program::LocalId{}, tables.layout(type), points_to_const(type), false});
  }
  for (const clang::ParmVarDecl* parameter : declaration->parameters()) {
    const clang::QualType type = parameter->getType();
    function.parameters.push_back({parameter->getNameAsString(), tables.type(type), program::LocalId{},
                                   tables.layout(type), points_to_const(type), type->isReferenceType()});
  }
  for (program::Parameter& parameter : function.parameters) {
    parameter.local = program::LocalId(function.locals.size());
    function.locals.push_back({.name = parameter.name, .bytes = parameter.type.bytes, .layout = parameter.layout});
  }
}

program::GlobalId Declarations::global(const clang::VarDecl* declaration) {
  declaration = declaration->getCanonicalDecl();
  const auto found = globals_.find(declaration);
  if (found != globals_.end()) return found->second;
  const auto id = program::GlobalId(program.globals.size());
  globals_[declaration] = id;
  program.globals.emplace_back();
  program::Global described = describe(declaration);
  program.globals[program::index(id)] = std::move(described);
  if (is_lowered(declaration->getLocation())) pending_globals_.push_back(declaration);
  return id;
}

program::GlobalId Declarations::hidden_global(program::Global global) {
  program.globals.push_back(std::move(global));
  return program::GlobalId(program.globals.size() - 1);
}

program::Global Declarations::describe(const clang::VarDecl* declaration) {
  return {.name = names.mangled(declaration),
          .display = names.display(declaration),
          .bytes = tables.bytes(declaration->getType().getNonReferenceType()),
          .layout = tables.layout(declaration->getType()),
          .memory = memory(declaration),
          .is_const = declaration->getType().isConstQualified(),
          .external = declaration->isExternallyVisible(),
          .site = tables.site(declaration->getLocation())};
}

program::Global::Memory Declarations::memory(const clang::VarDecl* declaration) const {
  using Memory = program::Global::Memory;
  if (declaration->hasAttr<clang::CUDAConstantAttr>()) return Memory::Constant;
  if (is_managed(declaration)) return Memory::Managed;
  return declaration->hasAttr<clang::CUDADeviceAttr>() ? Memory::Device : Memory::Host;
}

/// Whether `__managed__` stands before the name in the same declaration.
bool Declarations::is_managed(const clang::VarDecl* declaration) const {
  const clang::SourceManager& sources = ast.getSourceManager();
  const auto [file, end] = sources.getDecomposedLoc(sources.getFileLoc(declaration->getLocation()));
  for (const clang::SourceLocation use : notes_.managed) {
    const auto [use_file, begin] = sources.getDecomposedLoc(sources.getFileLoc(use));
    if (use_file != file || begin >= end) continue;
    const llvm::StringRef between = sources.getBufferData(file).slice(begin, end);
    if (between.find_first_of(";}") == llvm::StringRef::npos) return true;
  }
  return false;
}

std::optional<Declarations::Pending> Declarations::next_function() {
  if (pending_.empty()) return std::nullopt;
  const Pending next = pending_.front();
  pending_.pop_front();
  return next;
}

std::optional<const clang::VarDecl*> Declarations::next_global() {
  if (pending_globals_.empty()) return std::nullopt;
  const clang::VarDecl* next = pending_globals_.front();
  pending_globals_.pop_front();
  return next;
}

const clang::FunctionDecl* Declarations::definition(const clang::FunctionDecl* declaration) {
  if (declaration->isInvalidDecl() || declaration->isDeleted() || declaration->isDependentContext()) return nullptr;
  const clang::FunctionDecl* found = nullptr;
  if (declaration->getBody(found) == nullptr) synthesize(const_cast<clang::FunctionDecl*>(declaration));
  if (declaration->getBody(found) == nullptr || found->isInvalidDecl()) return nullptr;
  return found;
}

void Declarations::synthesize(clang::FunctionDecl* declaration) {
  const clang::SourceLocation location = declaration->getLocation();
  const clang::FunctionDecl* pattern = declaration->getTemplateInstantiationPattern();
  if (pattern != nullptr && pattern->hasBody()) {
    sema.InstantiateFunctionDefinition(location, declaration, true, false, true);
    return;
  }
  if (!declaration->isDefaulted()) return;
  if (auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(declaration)) {
    if (constructor->isInheritingConstructor()) return sema.DefineInheritingConstructor(location, constructor);
    if (constructor->isDefaultConstructor()) return sema.DefineImplicitDefaultConstructor(location, constructor);
    if (constructor->isCopyConstructor()) return sema.DefineImplicitCopyConstructor(location, constructor);
    return sema.DefineImplicitMoveConstructor(location, constructor);
  }
  if (auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(declaration)) {
    return sema.DefineImplicitDestructor(location, destructor);
  }
  if (auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(declaration)) {
    if (method->isCopyAssignmentOperator()) return sema.DefineImplicitCopyAssignment(location, method);
    if (method->isMoveAssignmentOperator()) return sema.DefineImplicitMoveAssignment(location, method);
  }
}

/// clang drops a statement that it cannot parse. Of host functions only a dropped launch does harm, and only the text
/// between the neighbouring semicolons can tell; what a kernel reads and writes needs every statement.
bool Declarations::has_harmful_error(const clang::FunctionDecl* definition) const {
  const clang::SourceManager& sources = ast.getSourceManager();
  const auto [file, begin] = sources.getDecomposedLoc(sources.getFileLoc(definition->getBeginLoc()));
  const unsigned end = sources.getFileOffset(sources.getFileLoc(definition->getEndLoc()));
  for (const clang::SourceLocation error : notes_.errors) {
    const auto [error_file, offset] = sources.getDecomposedLoc(sources.getFileLoc(error));
    if (error_file != file || offset < begin || offset > end) continue;
    if (is_device_function(definition)) return true;
    const llvm::StringRef text = sources.getBufferData(file);
    const std::size_t first = text.slice(0, offset).rfind(';');
    const std::size_t last = text.find(';', offset);
    const std::size_t from = first == llvm::StringRef::npos ? begin : std::max<std::size_t>(first, begin);
    if (text.slice(from, last).contains("<<<")) return true;
  }
  return false;
}

}  // namespace cudep::frontend
