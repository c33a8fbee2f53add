// Models of the standard library: what its functions do to memory, to containers and to lifetimes. They are found by
// name; a function without a model orders nothing and accesses what it is given by constness.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "analyzer/execution/machine.h"

namespace cudep::execution::library {

/// One model: `name` is the qualified name without template arguments.
struct Model {
  std::string_view name;
  void (*run)(Machine&, Path&, const ReadyCall&);
};

std::span<const Model> memory_models();
std::span<const Model> vector_models();
std::span<const Model> map_models();
std::span<const Model> algorithm_models();
std::span<const Model> utility_models();

inline constexpr program::Type kSize{program::TypeKind::Integer, 8, false};

const program::Function& callee(const Machine& machine, const ReadyCall& call);
/// The argument as a pointer; an iterator object stands for the pointer it holds.
std::optional<Pointer> pointer_argument(Machine& machine, Path& path, const ReadyCall& call, std::size_t position);
/// The argument as a number; a reference stands for what it refers to.
Form number_argument(Machine& machine, Path& path, const ReadyCall& call, std::size_t position);
/// Returns a pointer, or an iterator that holds it.
void return_pointer(Machine& machine, Path& path, const ReadyCall& call, const Value& pointer);

struct UserCall {
  FunctionId function;
  std::vector<Value> arguments;
  bool hidden = false;
};
/// Runs the calls in this order, then `last`.
void run_in_order(Machine& machine, Path& path, const std::vector<UserCall>& calls,
                  const std::function<void(Machine&, Path&)>& last);

}  // namespace cudep::execution::library
