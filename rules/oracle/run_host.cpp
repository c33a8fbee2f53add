// Synchronizes, queries, frees and calls without a body: what the host knows when they return.
#include <algorithm>

#include "rules/oracle/run.h"

namespace cudep::oracle {

using model::AccessKind;
using model::MemoryKind;
using model::Verb;

// cudaStreamSynchronize; a successful cudaStreamQuery says the same.
void Run::synchronize_stream(const Call& call) {
  const model::StreamId id = *call.operation.stream;
  for (const Work& work : submitted_)
    moments_.put_before(work.completion, call.returned,
                        known_by_stream(work, id, list_.entities.streams[index(id)], call.operation.verb));
}

// cudaDeviceSynchronize: all streams of the device, from any host thread, destroyed ones too; no other device.
void Run::synchronize_device(const Call& call, Moment done, Order order) {
  for (const Work& work : submitted_)
    if (work.stream.device == current_device(call)) moments_.put_before(work.completion, done, order);
}

model::DeviceId Run::current_device(const Call& call) const {
  if (call.operation.device) return *call.operation.device;
  const auto selected = current_.find(call.operation.host);
  return selected == current_.end() ? model::DeviceId{} : selected->second;  // every host thread begins on device 0
}

// cudaStreamWaitEvent, cudaEventSynchronize, a successful cudaEventQuery: the latest record before *this* call, nothing
// when there is none.
void Run::wait_for_event(model::EventId event, Moment waiting) {
  const model::Event& waited = list_.entities.events[index(event)];
  const EventState& state = events_[event];
  for (const Recording& recording : state.recordings)
    moments_.put_before(recording.moment, waiting, waited.is_element ? Order::Open : recording.order);
  // An event whose records are not seen may cover everything done before; so may an element at an unknown index.
  if (waited.is_element || (waited.from_outside && !state.seen)) wait_for_everything(waiting);
  // And an element that was recorded may be any event.
  for (const Moment recorded : element_records_) moments_.put_before(recorded, waiting, Order::Open);
}

/// How surely a wait for the event finds a record.
Order Run::is_recorded(model::EventId event) const {
  const model::Event& waited = list_.entities.events[index(event)];
  const auto state = events_.find(event);
  const bool seen = state != events_.end() && state->second.seen;
  Order recorded = waited.is_element || (waited.from_outside && !seen) ? Order::Open : Order::None;
  if (state != events_.end())
    for (const Recording& recording : state->second.recordings)
      recorded = std::min(recorded, recording.order == Order::Doc && !waited.is_element ? Order::Doc : Order::Open);
  return recorded;
}

void Run::wait_for_everything(Moment waiting) {
  for (const Work& work : submitted_) moments_.put_before(work.completion, waiting, Order::Open);
  for (const auto& [host, returned] : last_return_) moments_.put_before(returned, waiting, Order::Open);
}

// cudaFree "may" synchronize, of pool memory never; that it, cudaFreeHost and cudaHostUnregister wait for the device
// was measured. Only the cudaFree of plain device memory, managed or not, is credited with its wait for the buffer that
// it ends. `delete` and the end of a scope wait for nothing.
void Run::free(const Call& call) {
  const model::Operation& operation = call.operation;
  if (operation.verb == Verb::EndHostLife && !operation.accesses.empty()) {
    for (const model::Access& access : operation.accesses)
      add_access(call, {.buffer = access.buffer, .kind = AccessKind::Write, .range = access.range}, call.entry,
                 call.returned, true);
    return;
  }
  const MemoryKind kind = list_.entities.buffers[index(*operation.buffer)].kind;
  const Moment freed = moments_.add();
  moments_.put_before(call.entry, freed);
  moments_.put_before(freed, call.returned);
  if (operation.verb == Verb::FreeDevice) {
    const bool plain = kind == MemoryKind::Device || kind == MemoryKind::Managed;
    if (plain) synchronize_device(call, freed, Order::Seen);
    if (kind == MemoryKind::Unknown) synchronize_device(call, freed, Order::Open);  // plain or pool memory
  }
  if (operation.verb == Verb::FreePinned || operation.verb == Verb::Unregister)
    synchronize_device(call, call.returned, Order::Seen);
  // Memory that is no longer registered lives on, as pageable memory.
  if (operation.verb == Verb::Unregister)
    return add_access(call,
                      {.buffer = *operation.buffer, .kind = AccessKind::Write, .range = model::ByteRange::whole()},
                      freed, freed);
  end_life(call, freed, freed);
}

// A function without a body may synchronize the streams and events that it gets (or everything, by its name) and only
// then use memory, and it may record the events on the way. That it may let a stream wait is covered: its host thread
// submits whatever comes later.
void Run::unknown_call(const Call& call) {
  const model::Operation& operation = call.operation;
  const Moment waited = moments_.add();
  moments_.put_before(call.entry, waited);
  moments_.put_before(waited, call.returned);
  if (operation.synchronizes_all) wait_for_everything(waited);
  for (const Work& work : submitted_) {
    const auto covers = [&](model::StreamId id) {
      return known_by_stream(work, id, list_.entities.streams[index(id)], Verb::StreamQuery) != Order::None;
    };
    if (std::ranges::any_of(operation.streams, covers)) moments_.put_before(work.completion, waited, Order::Open);
  }
  for (const model::EventId event : operation.events) {
    const Moment known = moments_.add();
    wait_for_event(event, known);
    moments_.put_before(known, waited, Order::Open);
  }
  for (const model::EventId event : operation.events) events_[event].recordings.push_back({call.returned, Order::Open});
  add_accesses(call, waited, call.returned);
}

// cudaDeviceReset ends all handles and buffers of the device at once and promises no wait; pool memory stays. A buffer
// does not name its device: those count that work of this device has used.
void Run::reset_device(const Call& call) {
  std::set<model::BufferId> ended;
  for (const TimedAccess& used : accesses_) {
    const auto& stream = list_.operations[used.operation].stream;
    const bool here = stream && list_.entities.streams[index(*stream)].device == current_device(call);
    const MemoryKind kind = list_.entities.buffers[index(used.access.buffer)].kind;
    const bool owned = kind == MemoryKind::Device || kind == MemoryKind::Managed || kind == MemoryKind::Pinned;
    if (here && owned && !used.captured) ended.insert(used.access.buffer);
  }
  for (const model::BufferId buffer : ended)
    add_access(call, {.buffer = buffer, .kind = AccessKind::Write, .range = model::ByteRange::whole()}, call.entry,
               call.returned, true);
}

}  // namespace cudep::oracle
