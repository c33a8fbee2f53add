// What the registers of a function are computed from.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "analyzer/program/program.h"

namespace cudep::execution {

/// By register: the instruction that defines it.
std::vector<const program::Instruction*> definitions(const program::Function& function);
/// The local that an address lies in, when it is one.
std::optional<program::LocalId> local_of(const program::Operand& address,
                                         const std::vector<const program::Instruction*>& defined);
/// The constant that an instruction counts around: `% N`, `& (2^k - 1)`, `^ 1`.
std::optional<std::int64_t> modulus(const program::Instruction& instruction);

}  // namespace cudep::execution
