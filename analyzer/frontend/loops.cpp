// Loops: for, range-for in its desugared parts, while, do.
#include "analyzer/frontend/function_lowering.h"

namespace cudep::frontend {

using namespace program;

void FunctionLowering::loop_body(const clang::Stmt* body, BlockId break_to, BlockId continue_to) {
  jumps_.push_back({break_to, continue_to, cleanups_.size(), cleanups_.size()});
  statement(body);
  jumps_.pop_back();
  builder.jump(continue_to);
}

void FunctionLowering::lower_for(const clang::ForStmt* loop) {
  scoped(loop->getEndLoc(), [&] {
    statement(loop->getInit());
    const BlockId head = builder.new_block(), body = builder.new_block(), next = builder.new_block();
    const BlockId left = builder.new_block();
    builder.jump(head);
    builder.enter(head);
    const std::size_t depth = cleanups_.size();
    if (loop->getCond() == nullptr) {
      builder.jump(body);
    } else {
      condition(loop->getConditionVariable(), loop->getCond(), body, left);
    }
    builder.enter(body);
    loop_body(loop->getBody(), left, next);
    builder.enter(next);
    statement(loop->getInc());
    if (!builder.terminated()) run_cleanups(depth, false);
    builder.jump(head);
    builder.enter(left);
    close_scope(depth);
  });
}

void FunctionLowering::lower_range_for(const clang::CXXForRangeStmt* loop) {
  if (loop->getBeginStmt() == nullptr || loop->getCond() == nullptr) return;
  scoped(loop->getEndLoc(), [&] {
    statement(loop->getInit());
    statement(loop->getRangeStmt());
    statement(loop->getBeginStmt());
    statement(loop->getEndStmt());
    const BlockId head = builder.new_block(), body = builder.new_block(), next = builder.new_block();
    const BlockId left = builder.new_block();
    builder.jump(head);
    builder.enter(head);
    condition(nullptr, loop->getCond(), body, left);
    builder.enter(body);
    const std::size_t depth = cleanups_.size();
    jumps_.push_back({left, next, depth, depth});
    scoped(loop->getEndLoc(), [&] {
      statement(loop->getLoopVarStmt());
      statement(loop->getBody());
    });
    jumps_.pop_back();
    builder.jump(next);
    builder.enter(next);
    statement(loop->getInc());
    builder.jump(head);
    builder.enter(left);
  });
}

void FunctionLowering::lower_while(const clang::WhileStmt* loop) {
  const BlockId head = builder.new_block(), body = builder.new_block(), next = builder.new_block();
  const BlockId left = builder.new_block();
  builder.jump(head);
  builder.enter(head);
  const std::size_t depth = cleanups_.size();
  condition(loop->getConditionVariable(), loop->getCond(), body, left);
  builder.enter(body);
  loop_body(loop->getBody(), left, next);
  builder.enter(next);
  at(loop->getEndLoc());
  run_cleanups(depth, false);
  builder.jump(head);
  builder.enter(left);
  close_scope(depth);
}

void FunctionLowering::lower_do(const clang::DoStmt* loop) {
  const BlockId body = builder.new_block(), next = builder.new_block(), left = builder.new_block();
  builder.jump(body);
  builder.enter(body);
  loop_body(loop->getBody(), left, next);
  builder.enter(next);
  condition(nullptr, loop->getCond(), body, left);
  builder.enter(left);
}

}  // namespace cudep::frontend
