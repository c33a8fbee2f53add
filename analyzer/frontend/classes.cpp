// The user's classes: their public members and what their virtual functions become.
#include <algorithm>

#include "analyzer/frontend/declarations.h"

namespace cudep::frontend {

std::optional<program::ClassId> Declarations::user_class(const clang::CXXRecordDecl* record) {
  record = record->getDefinition();
  if (record == nullptr || record->isInvalidDecl() || record->isDependentContext() ||
      is_system(record->getLocation())) {
    return std::nullopt;
  }
  const auto found = classes_.find(record);
  if (found != classes_.end()) return found->second;
  const auto id = program::ClassId(program.classes.size());
  classes_[record] = id;
  class_records_.push_back(record);
  const std::string name = record->isLambda() ? "lambda" : names.display(record);
  program.classes.push_back({.name = name});
  const auto layout = tables.layout(ast.getCanonicalTagType(record));
  program.classes[program::index(id)].layout = layout;
  program.classes[program::index(id)].in_main_file =
      ast.getSourceManager().isInMainFile(ast.getSourceManager().getExpansionLoc(record->getLocation()));
  return id;
}

void Declarations::request_members(program::ClassId id) {
  const clang::CXXRecordDecl* record = class_records_[program::index(id)];
  sema.ForceDeclarationOfImplicitMembers(const_cast<clang::CXXRecordDecl*>(record));
  for (const clang::CXXMethodDecl* method : record->methods()) {
    if (method->isDeleted() || method->isDependentContext()) continue;
    if (record->isLambda() && method != record->getLambdaCallOperator()) continue;  // conversions, when used
    const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method);
    const bool begins = constructor != nullptr && constructor->isDefaultConstructor();
    const bool begins_or_ends = begins || llvm::isa<clang::CXXDestructorDecl>(method);
    if (!method->isDefaulted() || (begins_or_ends && !method->isTrivial())) function(method);
  }
}

void Declarations::complete_class(program::ClassId id) {
  const clang::CXXRecordDecl* record = class_records_[program::index(id)];
  program::Class completed = program.classes[program::index(id)];
  const auto has_body = [&](program::FunctionId method) {
    return program.functions[program::index(method)].has_body();
  };
  for (const clang::CXXMethodDecl* method : record->methods()) {
    const auto found = functions_.find(method->getCanonicalDecl());
    if (found == functions_.end()) continue;
    const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method);
    if (llvm::isa<clang::CXXDestructorDecl>(method)) {
      completed.destructor = found->second;
    } else if (method->getAccess() == clang::AS_public && has_body(found->second)) {
      if (constructor == nullptr) completed.methods.push_back(found->second);
      if (constructor != nullptr && !constructor->isCopyOrMoveConstructor()) {
        completed.constructors.push_back(found->second);
      }
    }
  }
  program.classes[program::index(id)] = std::move(completed);
}

/// For every virtual function known to the program, what runs when the object is of this class.
void Declarations::complete_overrides(program::ClassId id) {
  const clang::CXXRecordDecl* record = class_records_[program::index(id)];
  if (!record->isPolymorphic()) return;
  clang::CXXFinalOverriderMap overriders;
  record->getFinalOverriders(overriders);
  std::vector<std::pair<program::FunctionId, program::FunctionId>> overrides;
  for (const auto& [method, by_subobject] : overriders) {
    const auto base = functions_.find(method->getCanonicalDecl());
    if (base == functions_.end() || by_subobject.size() == 0) continue;
    const clang::CXXMethodDecl* runs = by_subobject.begin()->second.front().Method;
    const auto overrider = functions_.find(runs->getCanonicalDecl());
    if (overrider != functions_.end()) overrides.emplace_back(base->second, overrider->second);
  }
  std::ranges::sort(overrides);
  program.classes[program::index(id)].overrides = std::move(overrides);
}

}  // namespace cudep::frontend
