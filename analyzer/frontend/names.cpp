// Mangled, readable and plain names.
#include "analyzer/frontend/names.h"

namespace cudep::frontend {

namespace {

/// Constructors and destructors by their complete variant, kernels by what the device calls them.
clang::GlobalDecl variant(const clang::FunctionDecl* function) {
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function)) {
    return {constructor, clang::Ctor_Complete};
  }
  if (const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(function)) {
    return {destructor, clang::Dtor_Complete};
  }
  if (function->hasAttr<clang::CUDAGlobalAttr>()) return {function, clang::KernelReferenceKind::Kernel};
  return {function};
}

/// The class or namespace that a name is looked up in; a lambda's or local class's function counts.
const clang::NamedDecl* enclosing(const clang::NamedDecl* declaration) {
  const clang::DeclContext* context = declaration->getDeclContext();
  while (context != nullptr && !llvm::isa<clang::NamedDecl>(context)) context = context->getParent();
  return llvm::dyn_cast_or_null<clang::NamedDecl>(context);
}

bool is_transparent(const clang::NamedDecl* declaration) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(declaration);
  return space != nullptr && (space->isInline() || space->isAnonymousNamespace());
}

}  // namespace

Names::Names(clang::ASTContext& ast)
    : ast_(ast),
      mangle_(clang::ItaniumMangleContext::create(ast, ast.getDiagnostics())),
      policy_(ast.getPrintingPolicy()) {
  policy_.SuppressTagKeyword = true;
  const clang::SourceManager& sources = ast.getSourceManager();
  if (const auto file = sources.getFileEntryRefForID(sources.getMainFileID())) prefix_ = file->getName().str() + ":";
}

std::string Names::distinct(std::string name, const clang::NamedDecl* declaration) {
  if (!declaration->isExternallyVisible()) name.insert(0, prefix_);
  std::string result = name;
  for (int number = 2; !used_.insert(result).second; ++number) result = name + "#" + std::to_string(number);
  return result;
}

std::string Names::mangled(const clang::FunctionDecl* function) {
  std::string name;
  if (mangle_->shouldMangleDeclName(function)) {
    llvm::raw_string_ostream out(name);
    mangle_->mangleName(variant(function), out);
  } else {
    name = function->getNameAsString();
  }
  return distinct(std::move(name), function);
}

std::string Names::mangled(const clang::VarDecl* variable) {
  std::string name;
  if (!variable->getIdentifier() || !mangle_->shouldMangleDeclName(variable)) {
    name = variable->getNameAsString();
  } else {
    llvm::raw_string_ostream out(name);
    mangle_->mangleName(clang::GlobalDecl(variable), out);
  }
  return distinct(std::move(name), variable);
}

std::string Names::display(const clang::NamedDecl* declaration) const { return path(declaration, true); }

std::string Names::qualified(const clang::NamedDecl* declaration) const {
  std::string name = path(declaration, false);
  constexpr std::string_view builtin = "__builtin_";
  return name.starts_with(builtin) ? name.substr(builtin.size()) : name;
}

std::string Names::path(const clang::NamedDecl* declaration, bool arguments) const {
  std::string result = simple_name(declaration, arguments);
  for (const auto* outer = enclosing(declaration); outer != nullptr; outer = enclosing(outer)) {
    if (!is_transparent(outer)) result = simple_name(outer, arguments) + "::" + result;
  }
  return result;
}

std::string Names::simple_name(const clang::NamedDecl* declaration, bool arguments) const {
  if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration); record && record->isLambda()) {
    return "lambda";
  }
  if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(declaration)) {
    const auto* record = llvm::cast<clang::CXXRecordDecl>(declaration->getDeclContext());
    const char* tilde = llvm::isa<clang::CXXDestructorDecl>(declaration) ? "~" : "";
    return tilde + record->getNameAsString();
  }
  std::string name = declaration->getNameAsString();
  const auto* instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(declaration);
  if (arguments && instance != nullptr) {
    llvm::raw_string_ostream out(name);
    clang::printTemplateArgumentList(out, instance->getTemplateArgs().asArray(), policy_);
  }
  return name;
}

}  // namespace cudep::frontend
