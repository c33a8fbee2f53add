// Loads, stores and the instructions that only compute.
#include <algorithm>

#include "analyzer/kernels/arithmetic.h"
#include "analyzer/kernels/walk.h"
#include "analyzer/program/visit.h"

namespace cudep::kernels {

using namespace program;  // NOLINT(google-build-using-namespace): this file reads instructions
using model::AccessKind;
using model::Form;
using model::index;

namespace {

/// A constant that the host defines: `constexpr int kTable[]`.
std::optional<std::int64_t> constant_at(const Global& global, const Form& offset) {
  const auto position = offset.as_number();
  if (!global.is_const || !position) return std::nullopt;
  for (const auto& [at, cell] : global.initial)
    if (at == *position)
      if (const auto* number = std::get_if<std::int64_t>(&cell.second)) return *number;
  return std::nullopt;
}

/// A constant that is no device variable has no bytes that a stream could write.
bool is_host_constant(const Global& global) { return global.memory == Global::Memory::Host; }

}  // namespace

bool Walk::execute(Activation& activation, const Instruction& instruction, State& state) {
  const auto value_of = [&](const Operand& operand) { return evaluate(activation, operand); };
  const auto set = [&](Register result, Value value) { activation.registers[index(result)] = std::move(value); };
  return std::visit(Overloaded{
                        [&](const Compute& compute) {
                          set(compute.result,
                              kernels::compute(compute, value_of(compute.left), value_of(compute.right), variables_));
                          return true;
                        },
                        [&](const Address& step) {
                          const Value by = step.index ? value_of(*step.index) : just(Form(0));
                          set(step.result, address(value_of(step.base), step.offset, by, step.scale, variables_));
                          return true;
                        },
                        [&](const Load& instruction_) {
                          if (instruction_.is_volatile) note_volatile(value_of(instruction_.address));
                          set(instruction_.result, load(value_of(instruction_.address), instruction_.type, state));
                          return true;
                        },
                        [&](const Store& instruction_) {
                          if (instruction_.is_volatile) note_volatile(value_of(instruction_.address));
                          store(value_of(instruction_.address), instruction_.type, value_of(instruction_.value), state);
                          return true;
                        },
                        [&](const CopyObject& instruction_) {
                          copy(value_of(instruction_.to), value_of(instruction_.from), instruction_.bytes, state);
                          return true;
                        },
                        [&](const ZeroObject& zero) {
                          const Type type{TypeKind::Aggregate, static_cast<std::uint32_t>(zero.bytes)};
                          store(value_of(zero.address), type, just(Anything{}), state);
                          return true;
                        },
                        [&](const ScopeBegin& scope) {
                          state.memory.begin(std::get<ObjectId>(activation.locals[index(scope.local)].place));
                          return true;
                        },
                        [&](const ScopeEnd& scope) {
                          state.memory.end(std::get<ObjectId>(activation.locals[index(scope.local)].place));
                          return true;
                        },
                        [&](const Call& instruction_) { return call(activation, instruction_, state); },
                        [](const auto&) { return true; },
                    },
                    instruction.operation);
}

Value Walk::evaluate(const Activation& activation, const Operand& operand) const {
  return std::visit(Overloaded{
                        [&](Register id) { return activation.registers[index(id)]; },
                        [](std::int64_t number) { return just(Form(number)); },
                        [&](LocalId id) {
                          if (activation.function.locals[index(id)].shared)
                            return just(Pointer{SharedMemory{}, Form(0)});
                          return just(activation.locals[index(id)]);
                        },
                        [](GlobalId id) { return just(Pointer{id, Form(0)}); },
                        [](FunctionId id) { return just(id); },
                        [&](LaunchValue value) { return just(variables_.launch(value)); },
                        [](const auto&) { return just(Anything{}); },
                    },
                    operand);
}

/// Volatile memory that others see: a flag. (Volatile shared memory is for the threads of a block.)
void Walk::note_volatile(const Value& address) {
  for (const Case& one : address) {
    const auto* pointer = std::get_if<Pointer>(&one.value);
    const bool own = pointer != nullptr && (std::holds_alternative<ObjectId>(pointer->place) ||
                                            std::holds_alternative<SharedMemory>(pointer->place));
    if (!own) communicates_ = true;
  }
}

Value Walk::load(const Value& address, const Type& type, State& state) {
  std::optional<Value> all;
  for (const Case& one : address) {
    const auto* pointer = std::get_if<Pointer>(&one.value);
    Value value = just(Anything{});
    if (pointer != nullptr)
      value = load_case(*pointer, type, together(state.facts, one.when), state);
    else
      reaches_unknown_memory_ = true;
    all = all ? kernels::join(*all, {}, value, one.when, variables_) : std::move(value);
  }
  return all.value_or(just(Anything{}));
}

Value Walk::load_case(const Pointer& pointer, const Type& type, const Facts& facts, State& state) {
  if (const auto* object = std::get_if<ObjectId>(&pointer.place)) {
    const auto offset = pointer.offset.as_number();
    if (offset) return state.memory.load(*object, *offset, type, variables_);
    return just(Anything{variables_.sliced(pointer.offset)});
  }
  if (const auto* global = std::get_if<GlobalId>(&pointer.place))
    if (const auto number = constant_at(program_.globals[index(*global)], pointer.offset)) return just(Form(*number));
  access(pointer, AccessKind::Read, Form(type.bytes), facts);
  if (type.kind == TypeKind::Integer) return just(loaded_integer(type, false, variables_));
  if (type.kind == TypeKind::Pointer) return just(Pointer{UnknownMemory{}, Form(0)});
  return just(Anything{});
}

void Walk::store(const Value& address, const Type& type, const Value& value, State& state) {
  for (const Case& one : address) {
    const auto* pointer = std::get_if<Pointer>(&one.value);
    const auto* object = pointer == nullptr ? nullptr : std::get_if<ObjectId>(&pointer->place);
    const auto offset = object == nullptr ? std::nullopt : pointer->offset.as_number();
    if (object == nullptr) {
      access_case(one, AccessKind::Write, Form(type.bytes), state);
    } else if (!offset) {
      state.memory.blur(*object);
    } else {
      Value stored = value;
      if (address.size() > 1)  // perhaps another cell was meant
        stored = kernels::join(state.memory.load(*object, *offset, type, variables_), {}, value, one.when, variables_);
      state.memory.store(*object, *offset, type, std::move(stored));
    }
  }
}

void Walk::copy(const Value& to, const Value& from, std::int64_t bytes, State& state) {
  const auto object_of = [](const Value& value) -> std::optional<std::pair<ObjectId, std::int64_t>> {
    const auto* pointer = value.size() == 1 ? std::get_if<Pointer>(&value.front().value) : nullptr;
    const auto* object = pointer == nullptr ? nullptr : std::get_if<ObjectId>(&pointer->place);
    const auto offset = object == nullptr ? std::nullopt : pointer->offset.as_number();
    if (!offset) return std::nullopt;
    return std::pair(*object, *offset);
  };
  const auto target = object_of(to);
  const auto source = object_of(from);
  if (target && source) return state.memory.copy(target->first, target->second, source->first, source->second, bytes);
  const Type type{TypeKind::Aggregate, static_cast<std::uint32_t>(bytes)};
  store(to, type, load(from, type, state), state);
}

void Walk::access(const Pointer& pointer, AccessKind kind, const std::optional<Form>& bytes, const Facts& facts) {
  std::optional<Root> root;
  if (const auto* field = std::get_if<ParameterField>(&pointer.place)) root = *field;
  if (const auto* global = std::get_if<GlobalId>(&pointer.place))
    if (!is_host_constant(program_.globals[index(*global)])) root = *global;
  if (std::holds_alternative<UnknownMemory>(pointer.place)) reaches_unknown_memory_ = true;
  if (!root || trials_ > 0) return;
  RawAccess access{*root, kind, pointer.offset, bytes, facts};
  if (std::ranges::find(accesses_, access) == accesses_.end()) accesses_.push_back(std::move(access));
}

void Walk::access_case(const Case& address, AccessKind kind, const std::optional<Form>& bytes, const State& state) {
  if (const auto* pointer = std::get_if<Pointer>(&address.value))
    access(*pointer, kind, bytes, together(state.facts, address.when));
  else
    reaches_unknown_memory_ = true;
}

}  // namespace cudep::kernels
