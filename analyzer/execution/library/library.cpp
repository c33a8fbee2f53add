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

std::optional<program::LayoutId> referred_layout(const Machine& machine, const program::Parameter& parameter) {
  if (!parameter.layout || parameter.type.kind != program::TypeKind::Pointer) return parameter.layout;
  return machine.program().layouts[index(*parameter.layout)].pointee;
}

std::string referred_name(const Machine& machine, const program::Parameter& parameter) {
  const auto layout = referred_layout(machine, parameter);
  if (!layout) return "";
  const std::string& name = machine.program().layouts[index(*layout)].name;
  constexpr std::string_view kConst = "const ";
  return name.starts_with(kConst) ? name.substr(kConst.size()) : name;
}

Value handed_on(Machine& machine, Path& path, const program::Parameter& from, const Value& value,
                const program::Parameter& to) {
  Value handed = value;
  if (const Pointer* wrapper = as_pointer(value);
      wrapper && referred_name(machine, from).starts_with("std::reference_wrapper<"))
    handed = machine.peek(path, *wrapper, kPointer);
  const Pointer* at = as_pointer(handed);
  const bool wants_value = !to.is_reference && to.type.kind != program::TypeKind::Aggregate;
  if (from.is_reference && wants_value) return at ? machine.peek(path, *at, to.type) : Value(Unknown{});
  const bool has_value = !from.is_reference && from.type.kind != program::TypeKind::Aggregate;
  if (!has_value || !to.is_reference) return handed;
  const Pointer made{path.memory.create({.name = from.name, .bytes = Form(from.type.bytes)}), Form(0)};
  machine.poke(path, made, from.type.bytes, handed);
  return made;
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
    for (const auto group :
         {library::memory_models(), library::vector_models(), library::map_models(), library::map_iterator_models(),
          library::algorithm_models(), library::utility_models(), library::function_models(),
          library::shared_pointer_models(), library::string_models(), library::thread_models()})
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
