// Which results of calls a function looks at: one pass over what its instructions read.
#include "analyzer/execution/result_use.h"

#include "analyzer/program/references.h"

namespace cudep::execution {

std::vector<bool> read_registers(const program::Function& function) {
  std::vector<bool> read(function.registers, false);
  const auto note = [&](const program::Operand& operand) {
    if (const auto* at = std::get_if<program::Register>(&operand)) read[program::index(*at)] = true;
  };
  for (const program::Block& block : function.blocks)
    for (const program::Instruction& instruction : block.instructions) {
      program::visit_operands(instruction, note);
      const auto* call = std::get_if<program::Call>(&instruction.operation);
      const auto* target = call ? std::get_if<program::Register>(&call->callee) : nullptr;
      if (target) read[program::index(*target)] = true;
    }
  return read;
}

}  // namespace cudep::execution
