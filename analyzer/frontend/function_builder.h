// Builds one function of the host program: blocks, registers and locals. Knows nothing of clang.
#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "analyzer/program/program.h"

namespace cudep::frontend {

class FunctionBuilder {
 public:
  explicit FunctionBuilder(program::Function function);

  [[nodiscard]] program::BlockId new_block();
  /// What follows is appended there.
  void enter(program::BlockId block);
  [[nodiscard]] program::BlockId current() const { return current_; }
  /// The current block has its branch, jump or return; what would follow cannot run.
  [[nodiscard]] bool terminated() const;
  void at(program::SiteId site) { site_ = site; }
  [[nodiscard]] program::SiteId site() const { return site_; }

  program::LocalId local(program::Local local);
  void parameter(program::Parameter parameter) { function_.parameters.push_back(std::move(parameter)); }
  [[nodiscard]] program::Function& function() { return function_; }
  [[nodiscard]] const program::Function& function() const { return function_; }

  template <class Operation>
  void append(Operation operation) {
    if (terminated()) enter(new_block());  // unreachable, and dropped by `finish`
    function_.blocks[program::index(current_)].instructions.push_back({std::move(operation), site_});
  }
  program::Register new_register() { return program::Register(function_.registers++); }

  program::Operand load(program::Type type, program::Operand address, bool is_volatile = false);
  void store(program::Type type, program::Operand address, program::Operand value, bool is_volatile = false);
  program::Operand offset(program::Operand base, std::int64_t bytes);
  program::Operand element(program::Operand base, program::Operand index, std::int64_t scale);
  program::Operand compute(program::Type type, program::Arithmetic operation, program::Type operand_type,
                           program::Operand left, program::Operand right = program::Unknown{});
  program::Operand call(program::Call call);
  /// Does nothing where the block has ended already.
  void jump(program::BlockId target);
  void branch(program::Operand condition, program::BlockId if_true, program::BlockId if_false, program::StringId text);

  /// Ends open blocks, drops the unreachable ones, and hands the function over.
  [[nodiscard]] program::Function finish();

 private:
  void end_open_blocks();
  void drop_unreachable_blocks();

  program::Function function_;
  program::BlockId current_{};
  std::vector<program::BlockId> order_;  // in which blocks were entered, which is how they are numbered in the end
  program::SiteId site_{};
};

}  // namespace cudep::frontend
