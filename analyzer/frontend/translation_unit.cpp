// Walks the declarations of a unit and lowers bodies until none is left that something names.
#include "analyzer/frontend/translation_unit.h"

#include <clang/Sema/Scope.h>

#include "analyzer/frontend/device_bodies.h"
#include "analyzer/frontend/function_lowering.h"
#include "analyzer/frontend/globals.h"

namespace cudep::frontend {

namespace {

std::uint32_t count_launches(const clang::Stmt* statement) {
  if (statement == nullptr) return 0;
  std::uint32_t count = llvm::isa<clang::CUDAKernelCallExpr>(statement) ? 1 : 0;
  for (const clang::Stmt* part : statement->children()) count += count_launches(part);
  return count;
}

bool has_recovery(const clang::Stmt* statement) {
  if (statement == nullptr) return false;
  if (llvm::isa<clang::RecoveryExpr>(statement)) return true;
  return std::ranges::any_of(statement->children(), has_recovery);
}

/// Names what the user declared, in the order of the source; templates by their instances.
class DeclarationWalk {
 public:
  explicit DeclarationWalk(Declarations& unit) : unit_(unit) {}

  void walk(const clang::DeclContext* context) {
    // What was parsed before holds nothing of the user's.
    for (const clang::Decl* declaration : context->noload_decls()) visit(declaration);
  }

 private:
  void visit(const clang::Decl* declaration) {
    if (unit_.is_system(declaration->getLocation()) && !llvm::isa<clang::LinkageSpecDecl>(declaration)) return;
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) return visit_function(function);
    if (const auto* generic = llvm::dyn_cast<clang::FunctionTemplateDecl>(declaration)) {
      if (generic->isThisDeclarationADefinition()) count(generic->getTemplatedDecl());
      for (const clang::FunctionDecl* instance : generic->specializations()) unit_.function(instance);
    } else if (const auto* classes = llvm::dyn_cast<clang::ClassTemplateDecl>(declaration)) {
      if (classes->isThisDeclarationADefinition()) count_members(classes->getTemplatedDecl());
      if (!classes->isCanonicalDecl()) return;
      for (const auto* instance : classes->specializations()) visit_class(instance);
    } else if (const auto* variables = llvm::dyn_cast<clang::VarTemplateDecl>(declaration)) {
      for (const auto* instance : variables->specializations()) visit_variable(instance);
    } else if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration)) {
      count_members(record);
      visit_class(record);
    } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
      visit_variable(variable);
    } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(declaration)) {
      walk(llvm::cast<clang::DeclContext>(declaration));
    }
  }

  void visit_function(const clang::FunctionDecl* function) {
    count(function);
    if (!function->isDependentContext()) unit_.function(function);
  }

  void visit_class(const clang::CXXRecordDecl* record) {
    if (!record->isThisDeclarationADefinition() || record->isDependentContext() || record->isLambda()) return;
    if (const auto known = unit_.user_class(record)) unit_.request_members(*known);
    for (const clang::Decl* member : record->decls()) {
      if (!llvm::isa<clang::FunctionDecl>(member)) visit(member);
    }
  }

  void visit_variable(const clang::VarDecl* variable) {
    if (!variable->hasGlobalStorage() || variable->getType()->isDependentType()) return;
    if (!llvm::isa<clang::VarTemplatePartialSpecializationDecl>(variable)) unit_.global(variable);
  }

  /// Templates of headers are left out: their launches are those of whoever instantiates them.
  void count(const clang::FunctionDecl* function) {
    if (function->isDependentContext() && !unit_.is_in_main_file(function->getLocation())) return;
    if (!is_device_function(function) && function->doesThisDeclarationHaveABody()) {
      unit_.program.launches_in_source += count_launches(function->getBody());
    }
  }

  void count_members(const clang::CXXRecordDecl* record) {
    if (!record->isThisDeclarationADefinition() || llvm::isa<clang::ClassTemplateSpecializationDecl>(record)) return;
    for (const clang::CXXMethodDecl* method : record->methods()) count(method);
  }

  Declarations& unit_;
};

void lower_function(Declarations& unit, const Declarations::Pending& pending) {
  const clang::FunctionDecl* definition = unit.definition(pending.declaration);
  if (definition == nullptr) return;
  program::Function& declared = unit.program.functions[program::index(pending.id)];
  if (has_recovery(definition->getBody()) || unit.has_harmful_error(definition)) {
    declared.opaque = true;
    return;
  }
  program::Function lowered = FunctionLowering(unit, declared).lower(definition);
  unit.program.functions[program::index(pending.id)] = std::move(lowered);
}

void lower_pending(Declarations& unit) {
  while (true) {
    if (const auto variable = unit.next_global()) {
      lower_global(unit, *variable);
    } else if (const auto function = unit.next_function()) {
      lower_function(unit, *function);
    } else {
      return;
    }
  }
}

}  // namespace

program::Program lower_translation_unit(clang::Sema& sema, const ParserNotes& notes) {
  program::Program program;
  // The parser has left the outermost scope, but synthesized members may still look up built-in functions in it.
  clang::Scope outermost(nullptr, clang::Scope::DeclScope, sema.getDiagnostics());
  outermost.setEntity(sema.getASTContext().getTranslationUnitDecl());
  sema.TUScope = &outermost;
  Declarations unit(sema, program, notes);
  DeclarationWalk(unit).walk(unit.ast.getTranslationUnitDecl());
  lower_pending(unit);
  for (std::size_t known = 0; known < program.classes.size();
       ++known) {  // local classes and closures were found on the way
    unit.request_members(program::ClassId(known));
    lower_pending(unit);
  }
  for (std::size_t known = 0; known < program.classes.size(); ++known) {
    unit.complete_class(program::ClassId(known));
    unit.complete_overrides(program::ClassId(known));
  }
  sema.TUScope = nullptr;
  program.per_thread_default_stream = sema.getPreprocessor().isMacroDefined("CUDA_API_PER_THREAD_DEFAULT_STREAM");
  return program;
}

}  // namespace cudep::frontend
