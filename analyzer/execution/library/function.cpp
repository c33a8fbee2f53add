// std::function and the other ways to have the library call what it is given.
#include <utility>

#include "analyzer/execution/library/library.h"

namespace cudep::execution::library {
namespace {

// What a std::function object holds: its closure where libstdc++ has the functor, what to call where it has the
// invoker.
constexpr std::int64_t kClosure = 0;
constexpr std::int64_t kManager = 16;  // not zero when it is not empty
constexpr std::int64_t kInvoker = 24;
constexpr std::int64_t kBytes = 32;

Pointer field(const Pointer& self, std::int64_t offset) { return {self.object, self.offset + Form(offset)}; }

void set_empty(Machine& machine, Path& path, const Pointer& self) {
  machine.poke(path, field(self, kManager), 8, Form(0));
  machine.poke(path, field(self, kInvoker), 8, Form(0));
}

bool is_function_object(const Machine& machine, const program::Parameter& parameter) {
  return referred_name(machine, parameter).starts_with("std::function<");
}

/// Fills `self` with the callable at `position` of the call.
void keep(Machine& machine, Path& path, const ReadyCall& call, const Pointer& self, std::size_t position) {
  if (call.arguments.size() <= position) return set_empty(machine, path, self);
  const program::Parameter& parameter = callee(machine, call).parameters[position];
  const Pointer* source = as_pointer(call.arguments[position]);
  if (source && is_function_object(machine, parameter)) return path.memory.copy(self, *source, kBytes);
  const Form* number = as_form(call.arguments[position]);
  if (number && *number == Form(0)) return set_empty(machine, path, self);
  const auto callable = callable_at(machine, path, call, position);
  machine.poke(path, field(self, kManager), 8, Form(1));
  machine.poke(path, field(self, kInvoker), 8, callable ? Value(callable->function) : Value(Unknown{}));
  if (callable && callable->closure) machine.poke(path, field(self, kClosure), 8, *callable->closure);
  if (callable && callable->copied) machine.call_user(path, *callable->copied, {*callable->closure, *source}, false);
}

void construct(Machine& machine, Path& path, const ReadyCall& call) {
  if (const Pointer* self = as_pointer(call.arguments.front())) keep(machine, path, call, *self, 1);
}

void assign(Machine& machine, Path& path, const ReadyCall& call) {
  machine.finish_call(path, call, call.arguments.front());
  construct(machine, path, call);
}

void is_set(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = as_pointer(call.arguments.front());
  const auto known = self ? path.memory.find(field(*self, kManager), 8) : std::nullopt;
  machine.finish_call(path, call, known ? *known : Value(Form(1)));
}

void invoke(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = as_pointer(call.arguments.front());
  const Value target = self ? machine.peek(path, field(*self, kInvoker), kPointer) : Value(Unknown{});
  const auto* function = std::get_if<FunctionId>(&target);
  if (!function) return machine.unknown_call(path, call, nullptr);
  Callable callable{.function = *function};
  const Value closure = machine.peek(path, field(*self, kClosure), kPointer);
  if (is_closure_call(machine, *function))
    if (const Pointer* at = as_pointer(closure)) callable.closure = *at;
  call_with(machine, path, call, callable, 1);
}

void swap(Machine&, Path& path, const ReadyCall& call) {
  const Pointer *a = as_pointer(call.arguments[0]), *b = as_pointer(call.arguments[1]);
  if (!a || !b) return;
  const Pointer kept{path.memory.create({.name = ""}), Form(0)};
  path.memory.copy(kept, *a, kBytes);
  path.memory.copy(*a, *b, kBytes);
  path.memory.copy(*b, kept, kBytes);
}

void destroy(Machine&, Path&, const ReadyCall&) {}

/// std::invoke(f, arguments...)
void invoke_argument(Machine& machine, Path& path, const ReadyCall& call) {
  const auto callable = callable_in_place(machine, path, call, 0);
  if (!callable) return machine.unknown_call(path, call, nullptr);
  call_with(machine, path, call, *callable, 1);
}

/// std::call_once(flag, f, arguments...)
void call_once(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* flag = as_pointer(call.arguments.front());
  if (flag && path.memory.find(*flag, 4) == std::optional<Value>(Form(1))) return;
  if (flag) machine.poke(path, *flag, 4, Form(1));
  const auto callable = callable_in_place(machine, path, call, 1);
  if (callable) call_with(machine, path, call, *callable, 2);
}

constexpr Model kModels[] = {
    {"std::function::function", construct},   {"std::function::operator=", assign},
    {"std::function::~function", destroy},    {"std::function::operator()", invoke},
    {"std::function::operator bool", is_set}, {"std::function::swap", swap},
    {"std::invoke", invoke_argument},         {"std::call_once", call_once},
};

}  // namespace

bool is_closure_call(const Machine& machine, FunctionId function) {
  return machine.program().functions[index(function)].kind == program::FunctionKind::Method;
}

std::optional<Callable> callable_in_place(Machine& machine, Path& path, const ReadyCall& call, std::size_t position) {
  if (call.arguments.size() <= position) return std::nullopt;
  const Value& value = call.arguments[position];
  if (const auto* function = std::get_if<FunctionId>(&value)) return Callable{.function = *function};
  const Pointer* at = as_pointer(value);
  if (!at) return std::nullopt;
  const auto& library = callee(machine, call).library;
  if (library && library->deleter) return Callable{.function = *library->deleter, .closure = *at};
  const auto held = path.memory.find(*at, 8);  // a function pointer, or the first half of a member pointer
  const auto* function = held ? std::get_if<FunctionId>(&*held) : nullptr;
  return function ? std::optional(Callable{.function = *function}) : std::nullopt;
}

std::optional<Callable> callable_at(Machine& machine, Path& path, const ReadyCall& call, std::size_t position) {
  auto callable = callable_in_place(machine, path, call, position);
  if (!callable || !callable->closure) return callable;
  const Pointer source = *callable->closure;
  const program::Parameter& parameter = callee(machine, call).parameters[position];
  const auto layout = referred_layout(machine, parameter);
  const std::int64_t bytes = layout ? machine.program().layouts[index(*layout)].bytes : 8;
  callable->closure = Pointer{
      path.memory.create({.name = path.memory[source.object].name, .layout = layout, .bytes = Form(bytes)}), Form(0)};
  path.memory.copy(*callable->closure, source, bytes);
  const program::LibraryClass& library = *callee(machine, call).library;
  callable->copied = library.element_copy ? library.element_copy : library.element_move;
  return callable;
}

void call_with(Machine& machine, Path& path, const ReadyCall& call, const Callable& callable, std::size_t first) {
  ReadyCall made = call;
  made.callee = callable.function;
  made.arguments.clear();
  if (callable.closure) made.arguments.push_back(*callable.closure);
  const program::Function& target = machine.program().functions[index(callable.function)];
  const program::Function& caller = callee(machine, call);
  for (std::size_t a = first; a < call.arguments.size(); ++a) {
    const std::size_t to = made.arguments.size();
    if (to >= target.parameters.size() || a >= caller.parameters.size()) break;
    made.arguments.push_back(handed_on(machine, path, caller.parameters[a], call.arguments[a], target.parameters[to]));
  }
  machine.dispatch(path, std::move(made));
}

std::span<const Model> function_models() { return kModels; }

}  // namespace cudep::execution::library
