// What a register or a cell of memory holds while a host program is executed: a number that may be symbolic, the
// outcome of a comparison, a pointer, a function, or nothing that is known.
#pragma once
#include <cstdint>
#include <variant>

#include "analyzer/program/program.h"
#include "rules/model/form.h"

namespace cudep::execution {

using model::Form;

enum class ObjectId : std::uint32_t {};

struct Pointer {
  ObjectId object;
  Form offset;  // in bytes
  bool operator==(const Pointer&) const = default;
};

/// `difference compared with 0`, not decided yet: the value of `a < b` with symbols in it.
struct Condition {
  program::Arithmetic comparison;  // Equal … GreaterEqual
  Form difference;                 // left - right
  bool operator==(const Condition&) const = default;
};

/// The type of a pointer where it lies in memory.
inline constexpr program::Type kPointer{program::TypeKind::Pointer, 8, false};

using program::FunctionId;
using program::Unknown;
using Value = std::variant<Unknown, Form, Condition, Pointer, FunctionId>;

inline const Form* as_form(const Value& value) { return std::get_if<Form>(&value); }
inline const Pointer* as_pointer(const Value& value) { return std::get_if<Pointer>(&value); }

}  // namespace cudep::execution
