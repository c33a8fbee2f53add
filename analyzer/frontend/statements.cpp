// Statements: blocks, choices and jumps.
#include "analyzer/frontend/constants.h"
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

void FunctionLowering::statement(const clang::Stmt* statement) {
  if (statement == nullptr) return;
  at(statement->getBeginLoc());
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
    full_expression([&] {
      discard(expression);
      return true;
    });
    return;
  }
  switch (statement->getStmtClass()) {
    case clang::Stmt::CompoundStmtClass:
      return scoped(llvm::cast<clang::CompoundStmt>(statement)->getRBracLoc(), [&] {
        for (const clang::Stmt* part : llvm::cast<clang::CompoundStmt>(statement)->body()) this->statement(part);
      });
    case clang::Stmt::DeclStmtClass:
      for (const clang::Decl* declaration : llvm::cast<clang::DeclStmt>(statement)->decls()) declare(declaration);
      return;
    case clang::Stmt::IfStmtClass:
      return lower_if(llvm::cast<clang::IfStmt>(statement));
    case clang::Stmt::ForStmtClass:
      return lower_for(llvm::cast<clang::ForStmt>(statement));
    case clang::Stmt::CXXForRangeStmtClass:
      return lower_range_for(llvm::cast<clang::CXXForRangeStmt>(statement));
    case clang::Stmt::WhileStmtClass:
      return lower_while(llvm::cast<clang::WhileStmt>(statement));
    case clang::Stmt::DoStmtClass:
      return lower_do(llvm::cast<clang::DoStmt>(statement));
    case clang::Stmt::SwitchStmtClass:
      return lower_switch(llvm::cast<clang::SwitchStmt>(statement));
    case clang::Stmt::CaseStmtClass:
    case clang::Stmt::DefaultStmtClass:
      return lower_case(llvm::cast<clang::SwitchCase>(statement));
    case clang::Stmt::ReturnStmtClass:
      return lower_return(llvm::cast<clang::ReturnStmt>(statement));
    case clang::Stmt::BreakStmtClass:
      return lower_jump(jumps_.back().break_to, jumps_.back().depth);
    case clang::Stmt::ContinueStmtClass:
      return lower_continue();
    case clang::Stmt::GotoStmtClass:
      return lower_goto(llvm::cast<clang::GotoStmt>(statement));
    case clang::Stmt::LabelStmtClass:
      return lower_label(llvm::cast<clang::LabelStmt>(statement));
    case clang::Stmt::AttributedStmtClass:
      return this->statement(llvm::cast<clang::AttributedStmt>(statement)->getSubStmt());
    case clang::Stmt::CXXTryStmtClass:
      return this->statement(llvm::cast<clang::CXXTryStmt>(statement)->getTryBlock());
    case clang::Stmt::CapturedStmtClass:
      return this->statement(llvm::cast<clang::CapturedStmt>(statement)->getCapturedStmt());
    default:
      break;
  }
  if (const auto* directive = llvm::dyn_cast<clang::OMPExecutableDirective>(statement)) lower_directive(directive);
}

/// OpenMP: what the threads of a team do is done once, by the thread that meets the directive; a loop does all its
/// laps.
void FunctionLowering::lower_directive(const clang::OMPExecutableDirective* directive) {
  const bool on_device = clang::isOpenMPTargetExecutionDirective(directive->getDirectiveKind());
  if (!on_device && directive->hasAssociatedStmt()) statement(directive->getRawStmt());
}

Operand FunctionLowering::statement_expression(const clang::StmtExpr* expression, std::optional<Operand> destination) {
  const clang::CompoundStmt* body = expression->getSubStmt();
  Operand result = Unknown{};
  scoped(body->getRBracLoc(), [&] {
    for (const clang::Stmt* part : body->body()) {
      const auto* last = part == body->body_back() ? llvm::dyn_cast<clang::Expr>(part) : nullptr;
      if (last == nullptr || expression->getType()->isVoidType()) {
        statement(part);
      } else if (destination) {
        construct(last, *destination);
      } else {
        result = full_value(last);
      }
    }
  });
  return result;
}

/// A condition that may declare a variable: `if (auto x = f())`. The variable's scope is the caller's.
void FunctionLowering::condition(const clang::VarDecl* variable, const clang::Expr* expression, BlockId if_true,
                                 BlockId if_false) {
  if (variable != nullptr) declare_variable(variable);
  full_branch(expression, if_true, if_false);
}

void FunctionLowering::lower_if(const clang::IfStmt* statement) {
  scoped(statement->getEndLoc(), [&] {
    this->statement(statement->getInit());
    if (statement->isConsteval())
      return this->statement(statement->isNonNegatedConsteval() ? statement->getElse() : statement->getThen());
    if (const auto chosen = statement->getNondiscardedCase(unit.ast); statement->isConstexpr() && chosen) {
      return this->statement(*chosen);
    }
    const BlockId if_true = builder.new_block(), done = builder.new_block();
    const BlockId if_false = statement->getElse() != nullptr ? builder.new_block() : done;
    condition(statement->getConditionVariable(), statement->getCond(), if_true, if_false);
    builder.enter(if_true);
    this->statement(statement->getThen());
    builder.jump(done);
    if (statement->getElse() != nullptr) {
      builder.enter(if_false);
      this->statement(statement->getElse());
      builder.jump(done);
    }
    builder.enter(done);
  });
}

void FunctionLowering::lower_switch(const clang::SwitchStmt* statement) {
  scoped(statement->getEndLoc(), [&] {
    this->statement(statement->getInit());
    if (statement->getConditionVariable() != nullptr) declare_variable(statement->getConditionVariable());
    const Operand chosen = full_value(statement->getCond());
    const BlockId head = builder.current(), body = builder.new_block(), done = builder.new_block();
    const SiteId site = builder.site();
    Cases cases;
    switches_.push_back(&cases);
    jumps_.push_back({done, jumps_.empty() ? std::nullopt : jumps_.back().continue_to, cleanups_.size(),
                      jumps_.empty() ? 0 : jumps_.back().continue_depth});
    builder.enter(body);  // reached only through its cases
    this->statement(statement->getBody());
    builder.jump(done);
    jumps_.pop_back();
    switches_.pop_back();
    builder.enter(head);
    builder.at(site);
    builder.append(Switch{chosen, cases.cases, cases.otherwise.value_or(done), unit.tables.text(statement->getCond())});
    builder.enter(done);
  });
}

void FunctionLowering::lower_case(const clang::SwitchCase* statement) {
  const BlockId block = builder.new_block();
  builder.jump(block);
  builder.enter(block);
  if (switches_.empty()) return;
  Cases& cases = *switches_.back();
  if (const auto* one = llvm::dyn_cast<clang::CaseStmt>(statement)) {
    constexpr std::int64_t most_cases = 256;  // of a range
    const std::int64_t first = low_bits(one->getLHS()->EvaluateKnownConstInt(unit.ast));
    cases.cases.emplace_back(first, block);
    const std::int64_t last =
        one->getRHS() == nullptr ? first : low_bits(one->getRHS()->EvaluateKnownConstInt(unit.ast));
    for (std::int64_t step = 1; step < most_cases && last - step >= first; ++step) {
      cases.cases.emplace_back(first + step, block);
    }
  } else {
    cases.otherwise = block;
  }
  this->statement(statement->getSubStmt());
}

void FunctionLowering::lower_return(const clang::ReturnStmt* statement) {
  const clang::Expr* expression = statement->getRetValue();
  const clang::QualType type = definition_ == nullptr ? clang::QualType() : definition_->getReturnType();
  std::optional<Operand> result;
  const bool builds = expression != nullptr && Tables::is_aggregate(expression->getType()) && !type->isReferenceType();
  const bool is_built = builds && is_returned_variable(statement->getNRVOCandidate());
  if (expression != nullptr && !is_built) {
    const Operand scalar = full_expression([&]() -> Operand {
      if (type->isReferenceType()) return address(expression);
      if (!builds) return value(expression);
      if (builder.function().result_object) construct(expression, *builder.function().result_object);
      return Unknown{};
    });
    if (!builds && !type->isVoidType()) result = scalar;
  }
  at(statement->getBeginLoc());
  if (builder.terminated()) return;
  run_cleanups(0, is_built);
  if (epilogue_) return builder.jump(*epilogue_);
  builder.append(Return{result});
}

bool FunctionLowering::is_returned_variable(const clang::VarDecl* variable) const {
  if (variable == nullptr || !builder.function().result_object) return false;
  const auto found = objects_.find(variable);
  return found != objects_.end() && found->second == Operand(*builder.function().result_object);
}

void FunctionLowering::lower_jump(BlockId target, std::size_t depth) {
  if (builder.terminated()) return;
  run_cleanups(depth, false);
  builder.jump(target);
}

void FunctionLowering::lower_continue() {
  if (jumps_.back().continue_to) lower_jump(*jumps_.back().continue_to, jumps_.back().continue_depth);
}

FunctionLowering::Label& FunctionLowering::label(const clang::LabelDecl* declaration) {
  const auto found = labels_.find(declaration);
  if (found != labels_.end()) return found->second;
  return labels_.try_emplace(declaration, Label{builder.new_block(), std::nullopt}).first->second;
}

void FunctionLowering::lower_label(const clang::LabelStmt* statement) {
  Label& known = label(statement->getDecl());
  known.scopes = cleanups_;
  builder.jump(known.block);
  builder.enter(known.block);
  this->statement(statement->getSubStmt());
}

/// The scopes of the label may not be known yet: what ends on the way is decided when the function is complete.
void FunctionLowering::lower_goto(const clang::GotoStmt* statement) {
  if (builder.terminated()) return;
  label(statement->getLabel());
  const BlockId way = builder.new_block();
  builder.jump(way);
  gotos_.push_back({way, statement->getLabel(), cleanups_, builder.site()});
}

void FunctionLowering::resolve_gotos() {
  for (const Goto& jump : std::exchange(gotos_, {})) {
    const Label& target = label(jump.label);
    builder.enter(jump.block);
    builder.at(jump.site);
    std::size_t common = 0;
    while (target.scopes && common < std::min(jump.scopes.size(), target.scopes->size()) &&
           jump.scopes[common].number == (*target.scopes)[common].number) {
      ++common;
    }
    cleanups_ = jump.scopes;
    run_cleanups(common, false);
    builder.jump(target.block);
  }
  cleanups_.clear();
}

}  // namespace cudep::frontend
