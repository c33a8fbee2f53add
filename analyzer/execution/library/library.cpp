#include "analyzer/execution/library/library.h"

#include <map>
#include <utility>

namespace cudep::execution {
namespace library {

const program::Function& callee(const Machine& machine, const ReadyCall& call) {
  return machine.program().functions[index(call.callee)];
}

std::optional<Pointer> pointer_argument(Machine& machine, Path& path, const ReadyCall& call, std::size_t position) {
  if (position >= call.arguments.size()) return std::nullopt;
  const Pointer* pointer = as_pointer(call.arguments[position]);
  if (!pointer) return std::nullopt;
  const auto& parameters = callee(machine, call).parameters;
  const bool is_object = position < parameters.size() && parameters[position].type.kind == program::TypeKind::Aggregate;
  if (!is_object) return *pointer;
  const Value held = machine.peek(path, *pointer, kPointer);
  const Pointer* inner = as_pointer(held);
  return inner ? std::optional(*inner) : std::nullopt;
}

Form number_argument(Machine& machine, Path& path, const ReadyCall& call, std::size_t position) {
  if (position >= call.arguments.size()) return machine.fresh(path, "");
  const auto& parameters = callee(machine, call).parameters;
  const Value& value = call.arguments[position];
  const Pointer* reference = as_pointer(value);
  if (reference && position < parameters.size() && parameters[position].is_reference) {
    const Value referred = machine.peek(path, *reference, call.type.bytes > 0 ? call.type : kSize);
    return machine.integer(path, referred, "");
  }
  return machine.integer(path, value, "");
}

void return_pointer(Machine& machine, Path& path, const ReadyCall& call, const Value& pointer) {
  if (call.result_object) machine.poke(path, *call.result_object, 8, pointer);
  machine.finish_call(path, call, pointer);
}

void run_in_order(Machine& machine, Path& path, const std::vector<UserCall>& calls,
                  const std::function<void(Machine&, Path&)>& last) {
  if (calls.empty()) return last(machine, path);
  for (std::size_t c = calls.size(); c-- > 0;) {
    Continuation then;
    if (c + 1 == calls.size()) then = [last](Machine& later, Path& on, Value) { last(later, on); };
    machine.call_user(path, calls[c].function, calls[c].arguments, calls[c].hidden, std::move(then));
  }
}

}  // namespace library

bool library_call(Machine& machine, Path& path, const ReadyCall& call) {
  using Run = void (*)(Machine&, Path&, const ReadyCall&);
  static const std::map<std::string_view, Run> kModels = [] {
    std::map<std::string_view, Run> models;
    for (const auto group : {library::memory_models(), library::vector_models(), library::map_models(),
                             library::algorithm_models(), library::utility_models()})
      for (const library::Model& model : group) models.emplace(model.name, model.run);
    return models;
  }();
  const program::Function& function = machine.program().functions[index(call.callee)];
  if (!function.in_system_header && !function.qualified.starts_with("operator ")) return false;
  const auto found = kModels.find(function.qualified);
  if (found == kModels.end()) return false;
  found->second(machine, path, call);
  return true;
}

}  // namespace cudep::execution
