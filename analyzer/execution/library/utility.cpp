// Small functions of the standard library that hand values and references on.
#include "analyzer/execution/library/library.h"

namespace cudep::execution::library {
namespace {

/// The type of what a reference parameter refers to, when it is a scalar.
program::Type referred_type(const Machine& machine, const ReadyCall& call) {
  const auto& parameters = callee(machine, call).parameters;
  if (!parameters.empty() && parameters[0].layout)
    if (const auto& pointee = machine.program().layouts[index(*parameters[0].layout)].pointee)
      return {program::TypeKind::Integer, static_cast<std::uint32_t>(machine.program().layouts[index(*pointee)].bytes),
              true};
  return kSize;
}

template <bool kSmaller>
void choose_extreme(Machine& machine, Path& path, const ReadyCall& call) {
  if (call.arguments.size() < 2) return;
  const Pointer *first = as_pointer(call.arguments[0]), *second = as_pointer(call.arguments[1]);
  const program::Type type = referred_type(machine, call);
  const Form a = machine.integer(path, first ? machine.peek(path, *first, type) : call.arguments[0], "");
  const Form b = machine.integer(path, second ? machine.peek(path, *second, type) : call.arguments[1], "");
  Form chosen = machine.minimum(path, a, b);
  if (!kSmaller) {
    if (chosen == a)
      chosen = b;
    else if (chosen == b)
      chosen = a;
    else
      chosen = machine.fresh(path, "max");
  }
  if (!first) return machine.finish_call(path, call, chosen);
  const Pointer result{path.memory.create({.name = "", .bytes = Form(static_cast<std::int64_t>(type.bytes))}), Form(0)};
  machine.poke(path, result, type.bytes, chosen);
  machine.finish_call(path, call, result);
}

void same_reference(Machine& machine, Path& path, const ReadyCall& call) {
  machine.finish_call(path, call, call.arguments.empty() ? Value(Unknown{}) : call.arguments.front());
}

void swap_values(Machine& machine, Path& path, const ReadyCall& call) {
  const auto *a = as_pointer(call.arguments[0]), *b = as_pointer(call.arguments[1]);
  if (!a || !b) return;
  const std::int64_t bytes = referred_type(machine, call).bytes;
  const Pointer kept{path.memory.create({.name = ""}), Form(0)};
  machine.host_access(path, *a, Form(bytes), model::AccessKind::Write, call.site);
  machine.host_access(path, *b, Form(bytes), model::AccessKind::Write, call.site);
  path.memory.copy(kept, *a, bytes);
  path.memory.copy(*a, *b, bytes);
  path.memory.copy(*b, kept, bytes);
}

constexpr Model kModels[] = {
    {"std::min", choose_extreme<true>},      {"std::max", choose_extreme<false>}, {"min", choose_extreme<true>},
    {"max", choose_extreme<false>},          {"std::move", same_reference},       {"std::forward", same_reference},
    {"std::addressof", same_reference},      {"std::as_const", same_reference},   {"std::swap", swap_values},
    {"__builtin_addressof", same_reference},
};

}  // namespace

std::span<const Model> utility_models() { return kModels; }

}  // namespace cudep::execution::library
