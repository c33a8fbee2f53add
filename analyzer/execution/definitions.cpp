// Registers back to their instructions, addresses back to their locals.
#include "analyzer/execution/definitions.h"

#include "analyzer/program/query.h"

namespace cudep::execution {

using namespace program;

std::vector<const Instruction*> definitions(const Function& function) {
  std::vector<const Instruction*> found(function.registers, nullptr);
  for (const Block& block : function.blocks)
    for (const Instruction& instruction : block.instructions)
      if (const auto defined = result(instruction)) found[index(*defined)] = &instruction;
  return found;
}

std::optional<LocalId> local_of(const Operand& address, const std::vector<const Instruction*>& defined) {
  if (const auto* local = std::get_if<LocalId>(&address)) return *local;
  const auto* at = std::get_if<Register>(&address);
  if (!at || !defined[index(*at)]) return std::nullopt;
  const auto* inside = std::get_if<Address>(&defined[index(*at)]->operation);
  return inside ? local_of(inside->base, defined) : std::nullopt;
}

std::optional<std::int64_t> modulus(const Instruction& instruction) {
  const auto* compute = std::get_if<Compute>(&instruction.operation);
  if (!compute) return std::nullopt;
  const auto* number = std::get_if<std::int64_t>(&compute->right);
  if (!number) return std::nullopt;
  const bool is_mask = *number > 0 && ((*number + 1) & *number) == 0;
  if (compute->operation == Arithmetic::Remainder && *number > 1) return *number;
  if (compute->operation == Arithmetic::And && is_mask) return *number + 1;
  if (compute->operation == Arithmetic::Xor && *number == 1) return 2;
  return std::nullopt;
}

}  // namespace cudep::execution
