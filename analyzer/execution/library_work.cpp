// The work that a call of a library function submits: its stream, what it reads and writes, and what the host waits
// for.
#include <algorithm>
#include <utility>

#include "analyzer/execution/library_use.h"

namespace cudep::execution {

using model::AccessKind;
using model::LibraryEffect;
using model::MemoryKind;
using model::Verb;

StreamId LibraryUse::work_stream() {
  if (const LibraryEffect* stream = find(Effect::Stream))
    if (const Positions at = positions(*stream); !at.empty())
      return machine_.stream_of(path_, stream_value(held_value(at.front())));
  if (const LibraryEffect* handle = find(Effect::Handle))
    return machine_.stream_of(path_, bound_stream(argument(handle->places.front())));
  return machine_.stream_of(path_, default_stream());
}

/// Of an unknown length, but the first byte is used.
void LibraryUse::access(const Pointer& at, AccessKind kind, std::optional<std::int64_t> bytes) {
  // Pageable memory can only be copied.
  if (path_.memory[at.object].memory == MemoryKind::Pageable) work_.verb = Verb::Copy;
  const Form length = bytes ? Form(*bytes) : machine_.fresh(path_, "bytes used by " + work_.label, 1);
  work_.accesses.push_back({.buffer = machine_.buffer_of(path_, at.object),
                            .kind = kind,
                            .range = machine_.range(path_, at.offset, {length})});
  machine_.watch(path_, at.object);
  if (kind != AccessKind::Read && at.offset == Form(0)) path_.memory.forget(at);
}

void LibraryUse::access_argument(std::size_t position, AccessKind kind) {
  const Value value = held_value(position);
  const Pointer* at = as_pointer(value);
  if (!at) return;
  const std::vector<Pointer> held = held_by(*at);
  for (const Pointer& memory : held) access(memory, kind, std::nullopt);
  if (held.empty()) access(*at, kind, std::nullopt);
}

/// By constness. What lies on the host, or is opaque, is no data of the work: sizes that are set, descriptors.
void LibraryUse::use_arguments(const LibraryEffect& effect) {
  for (const std::size_t position : positions(effect)) {
    const Pointer* at = as_pointer(call_.arguments[position]);
    const bool is_data = at && position < function_.parameters.size() && points_to_data(position) &&
                         path_.memory[at->object].memory != MemoryKind::Pageable;
    if (!is_data || is_mentioned(position)) continue;
    access_argument(position, function_.parameters[position].pointee_const ? AccessKind::Read : AccessKind::Write);
  }
}

bool LibraryUse::lies_on_device(const Pointer& at) const {
  const MemoryKind kind = path_.memory[at.object].memory;
  if (kind == MemoryKind::Device || kind == MemoryKind::Pool) return true;
  return kind != MemoryKind::Pageable && pointer_mode() == 1;
}

void LibraryUse::read_numbers(const LibraryEffect& effect) {
  for (const std::size_t position : positions(effect)) {
    const Pointer* at = as_pointer(call_.arguments[position]);
    if (!at) continue;
    const std::int64_t bytes = pointee_bytes(position).value_or(1);
    if (lies_on_device(*at))
      access(*at, AccessKind::Read, bytes);
    else
      machine_.host_access(path_, *at, Form(bytes), AccessKind::Read, call_.site);
  }
}

/// A number that cannot be told to lie on the device may lie on the host: then the call waits for it.
void LibraryUse::write_numbers(const LibraryEffect& effect) {
  for (const std::size_t position : positions(effect)) {
    const Pointer* at = as_pointer(call_.arguments[position]);
    if (at && lies_on_device(*at)) {
      access(*at, AccessKind::Write, pointee_bytes(position).value_or(1));
      continue;
    }
    waits_for_number_ = true;
    if (at) numbers_.push_back(*at);
  }
}

void LibraryUse::gather_accesses() {
  for (const LibraryEffect& effect : row_.effects) switch (effect.effect) {
      case Effect::Read:
        for (const std::size_t position : positions(effect)) access_argument(position, AccessKind::Read);
        break;
      case Effect::Write:
        for (const std::size_t position : positions(effect)) access_argument(position, AccessKind::Write);
        break;
      case Effect::Use:
        use_arguments(effect);
        break;
      case Effect::HostRead:
        read_numbers(effect);
        break;
      case Effect::HostWrite:
        write_numbers(effect);
        break;
      default:
        break;
    }
}

void LibraryUse::make_memory() {
  const LibraryEffect* effect = find(Effect::Allocate);
  if (!effect) return;
  const bool ordered = find(Effect::Stream) || find(Effect::Handle);
  const ObjectId created = path_.memory.create({.name = name_of_made(effect->places.front()),
                                                .named_at = path_.stack.size(),
                                                .memory = ordered ? MemoryKind::Pool : MemoryKind::Device});
  model::Operation operation{.verb = ordered ? Verb::AllocateAsync : Verb::Allocate,
                             .buffer = machine_.buffer_of(path_, created),
                             .label = work_.label};
  if (ordered) operation.stream = work_stream();
  machine_.emit(path_, std::move(operation), call_.site);
  give(effect->places.front(), Pointer{created, Form(0)});
}

void LibraryUse::free_memory() {
  const LibraryEffect* effect = find(Effect::Free);
  if (!effect) return;
  const bool ordered = find(Effect::Stream) || find(Effect::Handle);
  for (const std::size_t position : positions(*effect)) {
    const Value memory = held_value(position);
    const Pointer* at = as_pointer(memory);
    if (!at) continue;
    model::Operation operation{.verb = ordered ? Verb::FreeAsync : Verb::FreeDevice,
                               .buffer = machine_.buffer_of(path_, at->object),
                               .label = work_.label};
    if (ordered) operation.stream = work_stream();
    machine_.emit(path_, std::move(operation), call_.site);
    path_.memory.write(at->object).alive = false;
  }
}

void LibraryUse::events(Effect effect, Verb verb) {
  for (const LibraryEffect& stated : row_.effects) {
    if (stated.effect != effect) continue;
    for (const std::size_t position : positions(stated))
      if (const auto event = machine_.event_of(path_, held_value(position)))
        machine_.emit(path_, {.verb = verb, .stream = work_stream(), .event = event, .label = work_.label}, call_.site);
  }
}

void LibraryUse::synchronize() {
  if (find(Effect::SynchronizeDevice))
    machine_.emit(path_, {.verb = Verb::DeviceSynchronize, .label = work_.label}, call_.site);
  const LibraryEffect* effect = find(Effect::Synchronize);
  if (!effect && !waits_for_number_) return;
  model::Operation wait{.verb = Verb::StreamSynchronize, .label = work_.label};
  const Positions at = effect ? positions(*effect) : Positions{};
  if (at.empty()) {
    wait.stream = work_stream();
  } else {
    const Value value = held_value(at.front());
    const Pointer* handle = as_pointer(value);
    const Object* object = handle ? &path_.memory[handle->object] : nullptr;
    if (object && object->event) {
      wait.verb = Verb::EventSynchronize;
      wait.event = object->event;
    } else {
      wait.stream = machine_.stream_of(path_, is_bound(value) ? bound_stream(value) : stream_value(value));
    }
  }
  machine_.emit(path_, std::move(wait), call_.site);
}

void LibraryUse::submit() {
  events(Effect::Wait, Verb::StreamWait);
  make_memory();
  gather_accesses();
  if (!work_.accesses.empty()) {
    work_.stream = work_stream();
    machine_.emit(path_, work_, call_.site);
  }
  free_memory();
  events(Effect::Record, Verb::Record);
  synchronize();
  for (const Pointer& number : numbers_) {
    machine_.host_access(path_, number, Form(1), AccessKind::Write, call_.site);
    path_.memory.forget(number, kPointer.bytes);
  }
}

}  // namespace cudep::execution
