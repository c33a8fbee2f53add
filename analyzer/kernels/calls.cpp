// Calls in device code: functions with a body are walked in place, those of the device library have a row, and of
// others only the types of their parameters are known.
#include <algorithm>

#include "analyzer/kernels/arithmetic.h"
#include "analyzer/kernels/device_calls.h"
#include "analyzer/kernels/walk.h"

namespace cudep::kernels {

using namespace program;  // NOLINT(google-build-using-namespace): this file reads instructions
using model::AccessKind;
using model::Form;
using model::index;

namespace {

Value result_of_type(const Type& type, const std::vector<Value>& arguments, Variables& variables) {
  const bool sliced =
      std::ranges::any_of(arguments, [&](const Value& argument) { return is_sliced(argument, variables); });
  if (type.kind == TypeKind::Integer) return just(loaded_integer(type, sliced, variables));
  if (type.kind == TypeKind::Pointer) return just(Pointer{UnknownMemory{}, Form(0)});
  return just(Anything{sliced});
}

std::optional<FunctionId> callee_of(const Call& instruction, const std::vector<Value>& registers) {
  if (const auto* known = std::get_if<FunctionId>(&instruction.callee)) return *known;
  const Value& value = registers[index(std::get<Register>(instruction.callee))];
  if (value.size() != 1) return std::nullopt;
  const auto* function = std::get_if<FunctionId>(&value.front().value);
  return function == nullptr ? std::nullopt : std::optional(*function);
}

}  // namespace

bool Walk::call(Activation& activation, const Call& instruction, State& state) {
  std::vector<Value> arguments;
  for (const Operand& argument : instruction.arguments) arguments.push_back(evaluate(activation, argument));
  const auto target = callee_of(instruction, activation.registers);
  const Function* callee = target ? &program_.functions[index(*target)] : nullptr;
  std::optional<Value> result;
  const bool recursive = target && std::ranges::find(running_, *target) != running_.end();
  const bool enters = callee != nullptr && callee->has_body() && !recursive && running_.size() <= limits_.call_depth &&
                      callee->parameters.size() <= arguments.size();
  if (callee != nullptr && callee->no_return) return false;
  if (enters) {
    running_.push_back(*target);
    const bool returns = enter(activation, instruction, *callee, arguments, state, result);
    running_.pop_back();
    if (!returns) return false;
  } else if (const auto* row = callee == nullptr ? nullptr : find_device_call(callee->qualified)) {
    communicates_ = communicates_ || reaches_other_devices(callee->qualified);
    result = call_known(instruction, row->effect, arguments, state);
  } else {
    call_unknown(callee, arguments, state);
    if (instruction.result_object) blur(evaluate(activation, *instruction.result_object), state);
  }
  if (instruction.result)
    activation.registers[index(*instruction.result)] =
        result ? *result : result_of_type(instruction.type, arguments, variables_);
  return true;
}

/// Runs the body in place; false when it never returns.
bool Walk::enter(const Activation& caller, const Call& instruction, const Function& callee,
                 const std::vector<Value>& arguments, State& state, std::optional<Value>& result) {
  Activation activation = activate(callee);
  for (std::size_t i = 0; i < callee.locals.size(); ++i) {
    const ObjectId object = new_object();
    activation.locals[i] = {object, Form(0)};
    state.memory.begin(object);
  }
  for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
    const Parameter& parameter = callee.parameters[i];
    Pointer& local = activation.locals[index(parameter.local)];
    if (parameter.type.kind != TypeKind::Aggregate)
      state.memory.store(std::get<ObjectId>(local.place), 0, parameter.type, arguments[i]);
    else if (const auto* object = only_pointer(arguments[i]))
      local = *object;
  }
  if (callee.result_object && instruction.result_object) {
    const Value place = evaluate(caller, *instruction.result_object);
    if (const auto* object = only_pointer(place)) activation.locals[index(*callee.result_object)] = *object;
  }
  run_body(activation, state);
  if (!activation.after) return false;
  state = std::move(*activation.after);
  result = std::move(activation.result);
  return true;
}

const Pointer* Walk::only_pointer(const Value& value) {
  return value.size() == 1 ? std::get_if<Pointer>(&value.front().value) : nullptr;
}

std::optional<Value> Walk::call_known(const Call& instruction, DeviceCall effect, const std::vector<Value>& arguments,
                                      State& state) {
  const auto all = [&](std::size_t argument, AccessKind kind, const std::optional<Form>& bytes) {
    for (const Case& one : arguments[argument]) access_case(one, kind, bytes, state);
  };
  const auto number_of_bytes = [&]() -> std::optional<Form> {
    const auto* form = arguments[2].size() == 1 ? std::get_if<Form>(&arguments[2].front().value) : nullptr;
    return form == nullptr ? std::nullopt : std::optional(*form);
  };
  const std::size_t needed = effect == DeviceCall::CopyBytes || effect == DeviceCall::SetBytes ? 3
                             : effect == DeviceCall::Nothing                                   ? 0
                             : effect == DeviceCall::Minimum || effect == DeviceCall::Maximum ||
                                     effect == DeviceCall::Product || effect == DeviceCall::Store
                                 ? 2
                                 : 1;
  if (arguments.size() < needed) return std::nullopt;
  switch (effect) {
    case DeviceCall::Atomic:
      all(0, AccessKind::Atomic, Form(instruction.type.bytes));
      return std::nullopt;
    case DeviceCall::Load:
      return load(arguments[0], instruction.type, state);
    case DeviceCall::Store:
      all(0, AccessKind::Write, std::nullopt);
      return std::nullopt;
    case DeviceCall::CopyBytes:
      all(1, AccessKind::Read, number_of_bytes());
      [[fallthrough]];
    case DeviceCall::SetBytes:
      all(0, AccessKind::Write, number_of_bytes());
      blur(arguments[0], state);
      return arguments[0];
    case DeviceCall::Minimum:
    case DeviceCall::Maximum:
      return extremum(instruction.type, effect, arguments, state);
    case DeviceCall::Magnitude:
      return instruction.type.kind == TypeKind::Integer
                 ? std::optional(just(variables_.opaque(is_sliced(arguments[0], variables_))))
                 : std::nullopt;
    case DeviceCall::Product: {
      const Compute product{.type = instruction.type, .operation = Arithmetic::Multiply};
      return compute(product, arguments[0], arguments[1], variables_);
    }
    case DeviceCall::Nothing:
      return std::nullopt;
  }
  return std::nullopt;
}

/// min and max of values, or of references to them, which yield a reference.
std::optional<Value> Walk::extremum(const Type& type, DeviceCall effect, const std::vector<Value>& arguments,
                                    State& state) {
  const auto choose = [&](const Value& a, const Value& b) {
    return effect == DeviceCall::Minimum ? smaller(a, b, variables_) : larger(a, b, variables_);
  };
  if (type.kind == TypeKind::Integer) return choose(arguments[0], arguments[1]);
  if (type.kind != TypeKind::Pointer) return std::nullopt;
  const Type integer = integer_behind(arguments[0], state);
  if (integer.kind != TypeKind::Integer) return std::nullopt;
  const ObjectId object = new_object();
  state.memory.begin(object);
  const Value chosen = choose(load(arguments[0], integer, state), load(arguments[1], integer, state));
  state.memory.store(object, 0, integer, chosen);
  return just(Pointer{object, Form(0)});
}

Type Walk::integer_behind(const Value& address, const State& state) {
  const Pointer* pointer = only_pointer(address);
  const auto* object = pointer == nullptr ? nullptr : std::get_if<ObjectId>(&pointer->place);
  const auto offset = object == nullptr ? std::nullopt : pointer->offset.as_number();
  return offset ? state.memory.type_at(*object, *offset).value_or(Type{}) : Type{};
}

void Walk::call_unknown(const Function* callee, const std::vector<Value>& arguments, State& state) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const bool known = callee != nullptr && i < callee->parameters.size();
    const bool reads_only = known && callee->parameters[i].pointee_const;
    for (const Case& one : arguments[i]) {
      const auto* pointer = std::get_if<Pointer>(&one.value);
      if (pointer == nullptr) continue;
      if (!std::holds_alternative<ObjectId>(pointer->place)) calls_unknown_functions_ = true;
      access_case(one, reads_only ? AccessKind::Read : AccessKind::MayWrite, std::nullopt, state);
    }
    if (!reads_only) blur(arguments[i], state);
  }
}

/// What lies behind the address may have changed.
void Walk::blur(const Value& address, State& state) {
  for (const Case& one : address)
    if (const auto* pointer = std::get_if<Pointer>(&one.value))
      if (const auto* object = std::get_if<ObjectId>(&pointer->place)) state.memory.blur(*object);
}

}  // namespace cudep::kernels
