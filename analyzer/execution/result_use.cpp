// Which results of calls a function looks at: one pass over what its instructions read.
#include "analyzer/execution/result_use.h"

#include "analyzer/program/query.h"

namespace cudep::execution {

std::vector<bool> read_registers(const program::Function& function) {
  std::vector<bool> read(function.registers, false);
  for (const program::Block& block : function.blocks)
    for (const program::Instruction& instruction : block.instructions)
      for (const program::Operand& operand : program::operands(instruction))
        if (const auto* at = std::get_if<program::Register>(&operand)) read[program::index(*at)] = true;
  return read;
}

}  // namespace cudep::execution
