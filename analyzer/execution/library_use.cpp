// Calls of library functions: which arguments a row means, what handles are bound to, and in which order a call does
// what its row says.
#include "analyzer/execution/library_use.h"

#include <algorithm>
#include <utility>

namespace cudep::execution {

using model::ArgumentPlace;
using model::LibraryEffect;
using model::MemoryKind;
using model::Verb;

namespace {

// What is known of a handle lies in cells of its object, where no field of the program can be.
constexpr std::int64_t kBeyond = std::int64_t{1} << 40;
constexpr std::int64_t kBound = kBeyond, kMode = kBeyond + 8, kFirstHeld = kBeyond + 16, kHeld = 8;
constexpr std::int64_t kLegacyStream = 1;  // cudaStreamLegacy
constexpr program::Type kNumber{program::TypeKind::Integer, 8, true};

Pointer behind(const Pointer& handle, std::int64_t offset) { return {handle.object, handle.offset + Form(offset)}; }

}  // namespace

LibraryUse::LibraryUse(Machine& machine, Path& path, const model::LibraryCall& row, const ReadyCall& call)
    : machine_(machine),
      path_(path),
      row_(row),
      call_(call),
      function_(machine.program().functions[index(call.callee)]) {
  work_.verb = Verb::Launch;
  work_.label = model::without_version(function_.display);
}

std::vector<std::size_t> argument_positions(const program::Function& function, const ArgumentPlace& place) {
  using Kind = ArgumentPlace::Kind;
  const bool has_receiver = !function.parameters.empty() && function.parameters.front().name == "this";
  const std::size_t first = has_receiver ? 1 : 0;
  if (place.kind == Kind::Position) return {place.position + first};
  if (place.kind == Kind::Receiver && has_receiver) return {0};
  std::vector<std::size_t> found;
  for (std::size_t p = first; place.kind == Kind::Parameter && p < function.parameters.size(); ++p)
    if (model::fits(place.parameter, function.parameters[p].name)) found.push_back(p);
  return found;
}

// --- arguments -------------------------------------------------------------------------------------------------------

const LibraryEffect* LibraryUse::find(Effect effect) const {
  const auto found = std::ranges::find(row_.effects, effect, &LibraryEffect::effect);
  return found == row_.effects.end() ? nullptr : &*found;
}

LibraryUse::Positions LibraryUse::positions(const LibraryEffect& effect) const {
  Positions found;
  for (const ArgumentPlace& place : effect.places)
    for (const std::size_t position : argument_positions(function_, place))
      if (position < call_.arguments.size()) found.push_back(position);
  return found;
}

/// The handle of the host thread.
Value LibraryUse::current() const {
  const auto [at, is_new] = path_.current.try_emplace(path_.host);
  if (is_new) at->second = path_.memory.create({.name = "the host thread"});
  return Pointer{at->second, Form(0)};
}

Value LibraryUse::argument(const ArgumentPlace& place) const {
  if (place == model::kCurrent) return current();
  const Positions found = argument_positions(function_, place);
  return found.empty() || found.front() >= call_.arguments.size() ? Value(Unknown{}) : call_.arguments[found.front()];
}

/// An object by value, or by reference, or the receiver.
bool LibraryUse::is_object(std::size_t position) const {
  if (position >= function_.parameters.size()) return false;
  const program::Parameter& parameter = function_.parameters[position];
  return parameter.type.kind == program::TypeKind::Aggregate || parameter.is_reference || parameter.name == "this";
}

/// The argument; of an object (a stream reference, an iterator) the pointer or handle that it begins with.
Value LibraryUse::held_value(std::size_t position) const {
  const Value& value = call_.arguments[position];
  const Pointer* at = as_pointer(value);
  if (!at || !is_object(position)) return value;
  if (auto known = path_.memory.find(*at, kPointer.bytes)) return *std::move(known);
  return path_.memory[at->object].from_outside ? machine_.peek(path_, *at, kPointer) : Value(Unknown{});
}

bool LibraryUse::is_mentioned(std::size_t position) const {
  return std::ranges::any_of(row_.effects, [&](const LibraryEffect& effect) {
    if (effect.effect == Effect::Use) return false;
    const Positions known = positions(effect);
    return std::ranges::find(known, position) != known.end();
  });
}

bool LibraryUse::is_query() const {
  const LibraryEffect* query = find(Effect::QueryWhenNull);
  if (!query) return false;
  const Value value = argument(query->places.front());
  const Form* number = as_form(value);
  return number && *number == Form(0);
}

std::optional<std::int64_t> LibraryUse::pointee_bytes(std::size_t position) const {
  if (position >= function_.parameters.size()) return std::nullopt;
  const auto layout = function_.parameters[position].layout;
  const auto pointee = layout ? machine_.program().layouts[index(*layout)].pointee : std::nullopt;
  const std::int64_t bytes = pointee ? machine_.program().layouts[index(*pointee)].bytes : 0;
  return bytes > 0 ? std::optional(bytes) : std::nullopt;
}

/// Not an opaque handle or descriptor.
bool LibraryUse::points_to_data(std::size_t position) const {
  if (pointee_bytes(position)) return true;
  const auto layout = function_.parameters[position].layout;
  return layout && machine_.program().layouts[index(*layout)].name.find("void") != std::string::npos;
}

// --- handles ---------------------------------------------------------------------------------------------------------

Value LibraryUse::default_stream() const { return Form(row_.compiled ? kLegacyStream : 0); }

Value LibraryUse::stream_value(const Value& value) const {
  const Form* number = as_form(value);
  return number && *number == Form(0) ? default_stream() : value;
}

/// A handle from outside may be bound to any stream, always the same one.
Value LibraryUse::bound_stream(const Value& handle) {
  const Pointer* at = as_pointer(handle);
  if (!at) return Unknown{};
  if (path_.memory[at->object].stream) return handle;  // the handle is a stream itself
  if (auto known = path_.memory.find(behind(*at, kBound), kPointer.bytes)) return *std::move(known);
  const bool is_current = handle == current();
  const ObjectId any =
      path_.memory.create({.name = is_current ? "the current stream" : "the stream of " + path_.memory[at->object].name,
                           .is_element = !is_current,
                           .memory = MemoryKind::Unknown});
  machine_.poke(path_, behind(*at, kBound), kPointer.bytes, Pointer{any, Form(0)});
  return Pointer{any, Form(0)};
}

bool LibraryUse::is_bound(const Value& handle) const {
  const Pointer* at = as_pointer(handle);
  return at && path_.memory.find(behind(*at, kBound), kPointer.bytes).has_value();
}

/// 0: scalars lie on the host, 1: on the device.
std::optional<std::int64_t> LibraryUse::pointer_mode() const {
  const LibraryEffect* handle = find(Effect::Handle);
  if (!handle) return 0;
  const Value value = argument(handle->places.front());
  const Pointer* at = as_pointer(value);
  const auto mode = at ? path_.memory.find(behind(*at, kMode), kNumber.bytes) : std::nullopt;
  const Form* number = mode ? as_form(*mode) : nullptr;
  return number ? number->as_number() : std::nullopt;
}

/// Numbers on the host that the call may set: sizes, counts, versions.
void LibraryUse::forget_numbers() {
  for (std::size_t a = 0; a < call_.arguments.size() && a < function_.parameters.size(); ++a) {
    const Pointer* at = as_pointer(call_.arguments[a]);
    const auto bytes = pointee_bytes(a);
    if (!at || !bytes || function_.parameters[a].pointee_const) continue;
    if (path_.memory[at->object].memory != MemoryKind::Pageable) continue;
    const auto known = path_.memory.find(*at, *bytes);
    if (known && as_form(*known)) path_.memory.forget(*at, *bytes);
  }
}

/// Puts a value where the row says: into *argument, or the result.
void LibraryUse::give(const ArgumentPlace& place, Value value) {
  if (place.kind != ArgumentPlace::Kind::Result) {
    const Positions found = argument_positions(function_, place);
    const Value at = argument(place);
    if (const Pointer* out = as_pointer(at); out && !found.empty()) {
      const std::int64_t bytes = pointee_bytes(found.front()).value_or(kPointer.bytes);
      machine_.poke(path_, *out, std::min<std::int64_t>(bytes, kPointer.bytes), std::move(value));
    }
    return;
  }
  if (call_.result_object) machine_.poke(path_, *call_.result_object, kPointer.bytes, value);
  machine_.finish_call(path_, call_, std::move(value));
}

/// What a call makes is named after the place that it is put into.
std::string LibraryUse::name_of_made(const ArgumentPlace& place) const {
  if (place == model::kResult && call_.result_object) return path_.memory[call_.result_object->object].name;
  const Value at = argument(place);
  const Pointer* out = as_pointer(at);
  return out ? machine_.name_of(path_, *out) : "result of " + function_.display;
}

void LibraryUse::make(const LibraryEffect& effect, Object object) {
  const ArgumentPlace& place = effect.places.front();
  const Value at = argument(place);
  const Pointer* out = as_pointer(at);
  if (place.kind == ArgumentPlace::Kind::Receiver && effect.effect == Effect::CreateHandle) {
    if (out) machine_.poke(path_, behind(*out, kBound), kPointer.bytes, default_stream());
    return;
  }
  object.name = name_of_made(place);
  object.named_at = path_.stack.size();
  model::Operation made{.verb = effect.effect == Effect::CreateEvent ? Verb::CreateEvent : Verb::CreateStream,
                        .label = work_.label};
  const bool is_nonblocking = effect.effect == Effect::CreateNonBlocking;
  if (is_nonblocking || effect.effect == Effect::CreateStream)
    made.stream = object.stream = add<StreamId>(
        path_.entities.streams,
        model::Stream{.name = object.name,
                      .kind = is_nonblocking ? model::StreamKind::NonBlocking : model::StreamKind::Unknown,
                      .device = path_.devices[path_.host]});
  if (effect.effect == Effect::CreateEvent)
    made.event = object.event = add<EventId>(path_.entities.events, model::Event{.name = object.name});
  const Pointer created{path_.memory.create(std::move(object)), Form(0)};
  if (effect.effect == Effect::CreateHandle) {
    machine_.poke(path_, behind(created, kBound), kPointer.bytes, default_stream());
    machine_.poke(path_, behind(created, kMode), kNumber.bytes, Form(0));
  } else {
    machine_.emit(path_, std::move(made), call_.site);
  }
  give(place, created);
}

void LibraryUse::make_handles() {
  for (const LibraryEffect& effect : row_.effects) {
    constexpr Effect kMakes[] = {Effect::CreateHandle, Effect::CreateStream, Effect::CreateNonBlocking,
                                 Effect::CreateEvent};
    if (std::ranges::find(kMakes, effect.effect) != std::end(kMakes)) make(effect, {});
    if (effect.effect == Effect::DefaultStream) give(effect.places.front(), default_stream());
  }
}

/// The stream that a call names, the default stream when it leaves it out.
Value LibraryUse::stream_to_bind(const ArgumentPlace& place) {
  if (place == model::kCurrent) return bound_stream(current());
  const Positions at = argument_positions(function_, place);
  return !at.empty() && at.front() < call_.arguments.size() ? stream_value(held_value(at.front())) : default_stream();
}

void LibraryUse::bind() {
  for (const LibraryEffect& effect : row_.effects) {
    if (effect.effect != Effect::Bind) continue;
    const Value handle = argument(effect.places[0]);
    const Pointer* object = as_pointer(handle);
    if (!object) continue;
    const Value stream = stream_to_bind(effect.places[1]);
    machine_.poke(path_, behind(*object, kBound), kPointer.bytes, stream);
    // A class that holds a stream, as its copies do.
    if (effect.places[0] == model::kReceiver) machine_.poke(path_, *object, kPointer.bytes, stream);
  }
  if (const LibraryEffect* effect = find(Effect::PointerMode)) {
    const Value handle = argument(effect->places[0]);
    if (const Pointer* at = as_pointer(handle))
      machine_.poke(path_, behind(*at, kMode), kNumber.bytes, argument(effect->places[1]));
  }
}

/// A descriptor that the call has just made lies behind the argument; one that it changes is the argument.
void LibraryUse::hold() {
  const LibraryEffect* effect = find(Effect::Hold);
  if (!effect) return;
  Value descriptor = argument(effect->places.front());
  if (find(Effect::CreateHandle))
    if (const Pointer* out = as_pointer(descriptor)) descriptor = machine_.peek(path_, *out, kPointer);
  const Pointer* at = as_pointer(descriptor);
  if (!at) return;
  for (std::size_t p = 1; p < effect->places.size(); ++p) {
    const std::int64_t cell = kFirstHeld + kHeld * static_cast<std::int64_t>(p - 1);
    machine_.poke(path_, behind(*at, cell), kPointer.bytes, argument(effect->places[p]));
  }
}

std::vector<Pointer> LibraryUse::held_by(const Pointer& descriptor) const {
  std::vector<Pointer> held;
  for (std::int64_t cell = kFirstHeld;; cell += kHeld) {
    const auto value = path_.memory.find(behind(descriptor, cell), kPointer.bytes);
    if (!value) return held;
    if (const Pointer* pointer = as_pointer(*value)) held.push_back(*pointer);
  }
}

/// The result, where the row says what it is.
void LibraryUse::answer() {
  if (const LibraryEffect* effect = find(Effect::StreamOf)) {
    const Value stream = bound_stream(argument(effect->places.front()));
    give(effect->places.size() > 1 ? effect->places[1] : model::kResult, stream);
  }
  if (const LibraryEffect* effect = find(Effect::Return))
    if (const Positions at = positions(*effect); !at.empty()) give(model::kResult, held_value(at.front()));
}

void LibraryUse::end_handles() {
  for (const LibraryEffect& effect : row_.effects) {
    if (effect.effect != Effect::Destroy) continue;
    for (const std::size_t position : positions(effect)) {
      const Value handle = held_value(position);
      const Pointer* at = as_pointer(handle);
      if (!at) continue;
      const Object& object = path_.memory[at->object];
      if (object.stream)
        machine_.emit(path_, {.verb = Verb::DestroyStream, .stream = object.stream, .label = work_.label}, call_.site);
      if (object.event)
        machine_.emit(path_, {.verb = Verb::DestroyEvent, .event = object.event, .label = work_.label}, call_.site);
    }
  }
}

void LibraryUse::run() {
  const bool succeeds = row_.returns_status && call_.type.kind == program::TypeKind::Integer;
  machine_.finish_call(
      path_, call_,
      succeeds ? Value(Form(0)) : machine_.fresh_value(path_, call_.type, "result of " + function_.display, false));
  forget_numbers();
  if (is_query() || find(Effect::Nothing)) return;
  make_handles();
  bind();
  hold();
  answer();
  submit();
  end_handles();
}

void library_use(Machine& machine, Path& path, const model::LibraryCall& row, const ReadyCall& call) {
  LibraryUse(machine, path, row, call).run();
}

}  // namespace cudep::execution
