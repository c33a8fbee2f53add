// Which numbers decide what CUDA is told: those that choose a stream, an event, a buffer or a way through the program.
// Sizes, counts and devices do not.
#pragma once
#include <string>
#include <vector>

#include "analyzer/program/program.h"

namespace cudep::execution {

class Relevance {
 public:
  explicit Relevance(const program::Program& program);

  /// What an instruction of `function` reads that matters. `defined`: the instruction of each register.
  [[nodiscard]] std::vector<program::Operand> sinks(const program::Instruction& instruction,
                                                    program::FunctionId function,
                                                    const std::vector<const program::Instruction*>& defined) const;

  [[nodiscard]] bool is_needed(program::FunctionId function) const { return results_[program::index(function)]; }
  /// Which of a function's parameters and whether its result matters to those who call it, as a text.
  [[nodiscard]] std::string text(program::FunctionId function) const;
  /// Some caller needs the number that the function returns. True when that is new.
  bool need_result(program::FunctionId function);
  /// The function needs its parameter. True when that is new.
  bool need_parameter(program::FunctionId function, std::size_t position);

 private:
  void need_everything(program::FunctionId function);
  [[nodiscard]] std::vector<program::Operand> of_call(const program::Call& call,
                                                      const std::vector<const program::Instruction*>& defined) const;
  [[nodiscard]] std::vector<program::Operand> of_launch(const program::Launch& launch,
                                                        const std::vector<const program::Instruction*>& defined) const;

  const program::Program& program_;
  std::vector<bool> results_;
  std::vector<std::vector<bool>> parameters_;
};

}  // namespace cudep::execution
