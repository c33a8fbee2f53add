// Arithmetic on the values of a kernel.
#pragma once
#include "analyzer/kernels/value.h"

namespace cudep::kernels {

/// The value of an instruction from those of its operands.
Value compute(const program::Compute& instruction, const Value& left, const Value& right, Variables& variables);
/// base + offset + index * scale.
Value address(const Value& base, std::int64_t offset, const Value& index, std::int64_t scale, Variables& variables);
Value smaller(const Value& first, const Value& second, Variables& variables);
Value larger(const Value& first, const Value& second, Variables& variables);
/// What holds when the value, read as a condition, is true and when it is false.
Comparison as_condition(const Value& value, Variables& variables);
/// `x` as a condition of its own: x != 0.
Comparison compare(program::Arithmetic operation, const model::Form& left, const model::Form& right,
                   const Variables& variables);
/// An integer of this type that was loaded from memory.
model::Form loaded_integer(const program::Type& type, bool sliced, Variables& variables);

}  // namespace cudep::kernels
