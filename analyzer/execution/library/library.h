// Models of the standard library: what its functions do to memory, to containers and to lifetimes. They are found by
// name; a function without a model orders nothing and accesses what it is given by constness.
#pragma once
#include <span>
#include <string>
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
std::span<const Model> map_iterator_models();
std::span<const Model> algorithm_models();
std::span<const Model> utility_models();
std::span<const Model> function_models();
std::span<const Model> shared_pointer_models();
std::span<const Model> string_models();
std::span<const Model> thread_models();

inline constexpr program::Type kSize{program::TypeKind::Integer, 8, false};

const program::Function& callee(const Machine& machine, const ReadyCall& call);
/// The argument as a pointer; an iterator object stands for the pointer it holds.
std::optional<Pointer> pointer_argument(Machine& machine, Path& path, const ReadyCall& call, std::size_t position);
/// The argument as a number; a reference stands for what it refers to.
Form number_argument(Machine& machine, Path& path, const ReadyCall& call, std::size_t position);
/// Returns a pointer, or an iterator that holds it.
void return_pointer(Machine& machine, Path& path, const ReadyCall& call, const Value& pointer);

/// What a parameter is or refers to: its layout, and the name of that; empty when it is not known.
std::optional<program::LayoutId> referred_layout(const Machine& machine, const program::Parameter& parameter);
std::string referred_name(const Machine& machine, const program::Parameter& parameter);

struct UserCall {
  FunctionId function;
  std::vector<Value> arguments;
  bool hidden = false;
};
/// Runs the calls in this order, then `last`.
void run_in_order(Machine& machine, Path& path, const std::vector<UserCall>& calls,
                  const std::function<void(Machine&, Path&)>& last);

/// Something that can be called: a function, or the call operator of a closure.
struct Callable {
  FunctionId function;
  std::optional<Pointer> closure;
  std::optional<FunctionId> copied;  // the constructor that copies what the closure captured, where it is not trivial
};
bool is_closure_call(const Machine& machine, FunctionId function);
/// The callable that a call was given: as it is there, or in a copy that the library keeps.
std::optional<Callable> callable_in_place(Machine& machine, Path& path, const ReadyCall& call, std::size_t position);
std::optional<Callable> callable_at(Machine& machine, Path& path, const ReadyCall& call, std::size_t position);
/// Calls it with the arguments of `call` from `first` on, in place of `call`.
void call_with(Machine& machine, Path& path, const ReadyCall& call, const Callable& callable, std::size_t first);
/// An argument of one function, as a parameter of another one wants it.
Value handed_on(Machine& machine, Path& path, const program::Parameter& from, const Value& value,
                const program::Parameter& to);

}  // namespace cudep::execution::library
