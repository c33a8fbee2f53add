// What a register or a cell of memory may hold while a kernel is walked: a few cases, each with the facts under which
// it is the one.
#pragma once
#include <cstdint>
#include <variant>
#include <vector>

#include "analyzer/kernels/variables.h"

namespace cudep::kernels {

enum class ObjectId : std::uint32_t {};  // a local of one activation of a function

struct SharedMemory {
  auto operator<=>(const SharedMemory&) const = default;
};
/// Memory behind a pointer that itself lies in device memory.
struct UnknownMemory {
  auto operator<=>(const UnknownMemory&) const = default;
};
using Place = std::variant<UnknownMemory, SharedMemory, ObjectId, ParameterField, program::GlobalId>;
struct Pointer {
  Place place;
  model::Form offset;  // in bytes
  bool operator==(const Pointer&) const = default;
};

/// 1 or 0. All of `if_true` hold when it is 1, all of `if_false` when it is 0.
struct Comparison {
  Facts if_true;
  Facts if_false;
  bool operator==(const Comparison&) const = default;
};
struct Anything {
  bool sliced = false;  // an integer argument flows into it
  bool operator==(const Anything&) const = default;
};
using Scalar = std::variant<Anything, model::Form, Pointer, Comparison, program::FunctionId>;

struct Case {
  Scalar value;
  Facts when;
  bool operator==(const Case&) const = default;
};
using Value = std::vector<Case>;

inline constexpr std::size_t kMostCases = 4;

Value just(Scalar scalar);
/// The value as an index; what is no form becomes an opaque variable.
model::Form as_form(const Scalar& scalar, Variables& variables);
bool is_sliced(const Scalar& scalar, const Variables& variables);
bool is_sliced(const Value& value, const Variables& variables);
/// One of both. `when_first` and `when_second` hold where it is the first and the second.
Value join(const Value& first, const Facts& when_first, const Value& second, const Facts& when_second,
           Variables& variables);
/// The cases as one, where there are too many.
Value blurred(const Value& value, Variables& variables);

/// Both, each once.
Facts together(const Facts& first, const Facts& second);
/// Those of `facts` that are not in `others`.
Facts without(const Facts& facts, const Facts& others);

}  // namespace cudep::kernels
