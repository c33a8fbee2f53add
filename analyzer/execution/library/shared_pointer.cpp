// std::shared_ptr and std::make_shared: a count of owners, and what the last one does.
#include <utility>

#include "analyzer/execution/library/library.h"

namespace cudep::execution::library {
namespace {

constexpr std::int64_t kBytes = 16;

/// The object that all owners share, and what it holds by offset.
constexpr std::int64_t kOwners = 0;
constexpr std::int64_t kOwned = 8;
constexpr std::int64_t kDeleter = 16;  // a function, or zero
constexpr std::int64_t kClosure = 24;  // of the deleter, or zero
constexpr std::int64_t kDestroy = 32;  // the destructor of what is owned, or zero

Pointer field(const Pointer& at, std::int64_t offset) { return {at.object, at.offset + Form(offset)}; }
Pointer control_field(const Pointer& self) { return field(self, 8); }

const Pointer* self_of(const ReadyCall& call) {
  return call.arguments.empty() ? nullptr : as_pointer(call.arguments.front());
}

std::optional<Pointer> control_of(const Path& path, const Pointer& self) {
  const auto held = path.memory.find(control_field(self), 8);
  const Pointer* control = held ? as_pointer(*held) : nullptr;
  return control ? std::optional(*control) : std::nullopt;
}

/// Changes the number of owners and tells it; nothing when it is not known.
std::optional<std::int64_t> add_owners(Machine& machine, Path& path, const Pointer& control, std::int64_t change) {
  const auto held = path.memory.find(field(control, kOwners), 8);
  const Form* form = held ? as_form(*held) : nullptr;
  const auto number = form ? form->as_number() : std::nullopt;
  if (!number) return std::nullopt;
  machine.poke(path, field(control, kOwners), 8, Form(*number + change));
  return *number + change;
}

void set_empty(Machine& machine, Path& path, const Pointer& self) {
  machine.poke(path, self, 8, Form(0));
  machine.poke(path, control_field(self), 8, Form(0));
}

void own(Machine& machine, Path& path, const ReadyCall& call, const Pointer& self, const Value& owned,
         const std::optional<Callable>& deleter) {
  const Pointer control{path.memory.create({.name = "owners", .bytes = Form(40)}), Form(0)};
  const auto& library = callee(machine, call).library;
  machine.poke(path, field(control, kOwners), 8, Form(1));
  machine.poke(path, field(control, kOwned), 8, owned);
  machine.poke(path, field(control, kDeleter), 8, deleter ? Value(deleter->function) : Value(Form(0)));
  machine.poke(path, field(control, kClosure), 8,
               deleter && deleter->closure ? Value(*deleter->closure) : Value(Form(0)));
  const bool destroys = library && library->element_destroy;
  machine.poke(path, field(control, kDestroy), 8, destroys ? Value(*library->element_destroy) : Value(Form(0)));
  machine.adopt_name(path, self, owned);
  machine.poke(path, self, 8, owned);
  machine.poke(path, control_field(self), 8, control);
}

/// The last owner is gone.
void end_owned(Machine& machine, Path& path, const ReadyCall& call, const Pointer& control) {
  const Value owned = machine.peek(path, field(control, kOwned), kPointer);
  const Value deleter = machine.peek(path, field(control, kDeleter), kPointer);
  const Value closure = machine.peek(path, field(control, kClosure), kPointer);
  const Value destroy = machine.peek(path, field(control, kDestroy), kPointer);
  const Pointer* object = as_pointer(owned);
  if (!object) return;
  if (const auto* function = std::get_if<FunctionId>(&deleter)) {
    std::vector<Value> arguments;
    if (as_pointer(closure)) arguments.push_back(closure);
    arguments.push_back(owned);
    if (machine.program().functions[index(*function)].has_body())
      return machine.call_user(path, *function, std::move(arguments), true);
    return machine.dispatch(path, {.callee = *function, .arguments = std::move(arguments), .site = call.site});
  }
  const auto end = [id = object->object, site = call.site](Machine& on, Path& later, Value) {
    on.end_life(later, id, site);
  };
  if (const auto* function = std::get_if<FunctionId>(&destroy))
    return machine.call_user(path, *function, {owned}, true, end);
  end(machine, path, Unknown{});
}

void release(Machine& machine, Path& path, const ReadyCall& call, const Pointer& self) {
  const auto control = control_of(path, self);
  set_empty(machine, path, self);
  if (control && add_owners(machine, path, *control, -1) == 0) end_owned(machine, path, call, *control);
}

/// A second owner of what `source` owns, or the only one when it is moved.
void share(Machine& machine, Path& path, const Pointer& self, const Pointer& source, bool moved) {
  machine.poke(path, self, 8, machine.peek(path, source, kPointer));
  machine.poke(path, control_field(self), 8, machine.peek(path, control_field(source), kPointer));
  if (moved) return set_empty(machine, path, source);
  if (const auto control = control_of(path, self)) add_owners(machine, path, *control, 1);
}

std::optional<Callable> deleter_at(Machine& machine, Path& path, const ReadyCall& call) {
  auto deleter = callable_at(machine, path, call, 2);
  if (deleter) deleter->copied.reset();  // the special members that are known here are those of the owned object
  return deleter;
}

void take(Machine& machine, Path& path, const ReadyCall& call, const Pointer& self) {
  if (call.arguments.size() < 2) return set_empty(machine, path, self);
  const program::Parameter& parameter = callee(machine, call).parameters[1];
  const std::string given = referred_name(machine, parameter);
  const Pointer* argument = as_pointer(call.arguments[1]);
  const bool is_owner = given.starts_with("std::shared_ptr<") || given.starts_with("std::weak_ptr<");
  if (argument && is_owner) {
    const bool aliases = call.arguments.size() > 2;
    share(machine, path, self, *argument, !parameter.pointee_const);
    if (aliases) machine.poke(path, self, 8, call.arguments[2]);
    return;
  }
  if (argument && given.starts_with("std::unique_ptr<")) {
    const Value owned = machine.peek(path, *argument, kPointer);
    machine.poke(path, *argument, 8, Form(0));
    return own(machine, path, call, self, owned, std::nullopt);
  }
  const bool has_deleter = call.arguments.size() > 2;
  if (!argument && !has_deleter) return set_empty(machine, path, self);
  own(machine, path, call, self, call.arguments[1], has_deleter ? deleter_at(machine, path, call) : std::nullopt);
}

void construct(Machine& machine, Path& path, const ReadyCall& call) {
  if (const Pointer* self = self_of(call)) take(machine, path, call, *self);
}

/// operator= and reset: the new one is taken first, then the old one is let go.
void replace(Machine& machine, Path& path, const ReadyCall& call) {
  machine.finish_call(path, call, call.arguments.front());
  const Pointer* self = self_of(call);
  if (!self) return;
  const Pointer old{path.memory.create({.name = "", .bytes = Form(kBytes)}), Form(0)};
  path.memory.copy(old, *self, kBytes);
  take(machine, path, call, *self);
  release(machine, path, call, old);
}

void destroy(Machine& machine, Path& path, const ReadyCall& call) {
  if (const Pointer* self = self_of(call)) release(machine, path, call, *self);
}

void get(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = self_of(call);
  machine.finish_call(path, call, self ? machine.peek(path, *self, kPointer) : machine.any_value(path, kPointer));
}

void get_element(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = self_of(call);
  const Value first = self ? machine.peek(path, *self, kPointer) : Value(Unknown{});
  const Pointer* at = as_pointer(first);
  if (!at) return machine.finish_call(path, call, machine.any_value(path, kPointer));
  const auto& library = callee(machine, call).library;
  const std::int64_t element = library && !library->element_bytes.empty() ? library->element_bytes.front() : 1;
  const Form position = number_argument(machine, path, call, 1) * Form(element);
  machine.finish_call(path, call, Pointer{at->object, at->offset + position});
}

void is_set(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = self_of(call);
  const auto held = self ? path.memory.find(*self, 8) : std::nullopt;
  machine.finish_call(path, call, Form(held && *held == Value(Form(0)) ? 0 : 1));
}

void count_owners(Machine& machine, Path& path, const ReadyCall& call) {
  const Pointer* self = self_of(call);
  const auto control = self ? control_of(path, *self) : std::nullopt;
  const auto owners = control ? path.memory.find(field(*control, kOwners), 8) : std::nullopt;
  machine.finish_call(path, call, owners ? *owners : Value(machine.fresh(path, "owners")));
}

void swap(Machine&, Path& path, const ReadyCall& call) {
  const Pointer* self = self_of(call);
  const Pointer* other = call.arguments.size() > 1 ? as_pointer(call.arguments[1]) : nullptr;
  if (!self || !other) return;
  const Pointer kept{path.memory.create({.name = "", .bytes = Form(kBytes)}), Form(0)};
  path.memory.copy(kept, *self, kBytes);
  path.memory.copy(*self, *other, kBytes);
  path.memory.copy(*other, kept, kBytes);
}

/// A std::weak_ptr holds the same two pointers and owns nothing.
void observe(Machine&, Path& path, const ReadyCall& call) {
  const Pointer* self = self_of(call);
  const Pointer* other = call.arguments.size() > 1 ? as_pointer(call.arguments[1]) : nullptr;
  if (self && other) path.memory.copy(*self, *other, kBytes);
}

void observe_again(Machine& machine, Path& path, const ReadyCall& call) {
  observe(machine, path, call);
  machine.finish_call(path, call, call.arguments.front());
}

void lock(Machine& machine, Path& path, const ReadyCall& call) {
  if (const Pointer* self = self_of(call); self && call.result_object)
    share(machine, path, *call.result_object, *self, false);
}

void nothing(Machine&, Path&, const ReadyCall&) {}

void make(Machine& machine, Path& path, const ReadyCall& call) {
  if (!call.result_object) return;
  const auto& library = callee(machine, call).library;
  const auto layout = library && !library->element_layout.empty() ? library->element_layout.front() : std::nullopt;
  const std::int64_t bytes = library && !library->element_bytes.empty() ? library->element_bytes.front() : 0;
  Object object{.name = "shared object", .named_at = path.stack.size() + 1, .layout = layout, .bytes = Form(bytes)};
  const Pointer made{path.memory.create(std::move(object)), Form(0)};
  own(machine, path, call, *call.result_object, made, std::nullopt);
  if (!library || !library->element_construct) return;
  std::vector<Value> arguments = call.arguments;
  arguments.insert(arguments.begin(), made);
  machine.call_user(path, *library->element_construct, std::move(arguments), false);
}

constexpr Model kModels[] = {
    {"std::shared_ptr::shared_ptr", construct},
    {"std::shared_ptr::~shared_ptr", destroy},
    {"std::shared_ptr::operator=", replace},
    {"std::__shared_ptr::reset", replace},
    {"std::__shared_ptr::get", get},
    {"std::__shared_ptr::swap", swap},
    {"std::__shared_ptr::operator bool", is_set},
    {"std::__shared_ptr::use_count", count_owners},
    {"std::__shared_ptr_access::operator*", get},
    {"std::__shared_ptr_access::operator->", get},
    {"std::__shared_ptr_access::operator[]", get_element},
    {"std::weak_ptr::weak_ptr", observe},
    {"std::weak_ptr::~weak_ptr", nothing},
    {"std::weak_ptr::operator=", observe_again},
    {"std::weak_ptr::lock", lock},
    {"std::make_shared", make},
};

}  // namespace

std::span<const Model> shared_pointer_models() { return kModels; }

}  // namespace cudep::execution::library
