// Which steps a program takes, and the calls of its host threads.
#include "rules/oracle/program_writer.h"

#include <algorithm>

#include "rules/oracle/random_entities.h"
#include "rules/oracle/random_program.h"

namespace cudep::oracle {

using model::AccessKind;
using model::MemoryKind;
using model::StreamKind;
using model::Verb;

const std::vector<ProgramWriter::WeightedStep> ProgramWriter::kSteps = {
    {&ProgramWriter::launch, 8, 95},
    {&ProgramWriter::copy, 5, 70},
    {&ProgramWriter::memset, 2, 40},
    {&ProgramWriter::host_function, 2, 25},
    {&ProgramWriter::prefetch, 1, 10},
    {&ProgramWriter::unordered_work, 1, 8},
    {&ProgramWriter::record, 5, 85},
    {&ProgramWriter::wait, 6, 85},
    {&ProgramWriter::allocate_async, 2, 30},
    {&ProgramWriter::free_async, 1, 30},
    {&ProgramWriter::capture, 1, 25},
    {&ProgramWriter::launch_graph, 4, 100},
    {&ProgramWriter::host_access, 5, 60},
    {&ProgramWriter::synchronize_stream, 1, 50},
    {&ProgramWriter::synchronize_event, 1, 50},
    {&ProgramWriter::synchronize_device, 1, 20},
    {&ProgramWriter::free, 1, 40},
    {&ProgramWriter::unregister, 1, 20},
    {&ProgramWriter::unload_module, 1, 10},
    {&ProgramWriter::end_host_life, 1, 40},
    {&ProgramWriter::create_event, 1, 10},
    {&ProgramWriter::select_device, 1, 50},
    {&ProgramWriter::reset_device, 1, 3},
    {&ProgramWriter::create_stream, 1, 10},
    {&ProgramWriter::destroy_stream, 1, 20},
    {&ProgramWriter::start_thread, 2, 100},
    {&ProgramWriter::join_thread, 1, 60},
    {&ProgramWriter::unknown_call, 1, 15},
};

model::OperationList random_program(std::uint64_t seed) { return ProgramWriter(seed).write(); }

ProgramWriter::ProgramWriter(std::uint64_t seed) : choice_(seed) {
  list_.entities = random_entities(choice_);
  events_ = list_.entities.events.size();
  current_.resize(list_.entities.hosts.size());
}

model::OperationList ProgramWriter::write() {
  std::vector<std::size_t> weights;
  for (const WeightedStep& step : kSteps) weights.push_back(choice_.percent(step.chance) ? step.weight : 0);
  weights.front() = kSteps.front().weight;
  const std::size_t length = choice_.between(4, 24);
  for (std::size_t tries = 0; list_.operations.size() < length && tries < 200; ++tries) {
    host_ = model::HostId(worker_runs_ ? choice_.between(0, 1) : 0);
    (this->*kSteps[choice_.weighted(weights)].step)();
  }
  return std::move(list_);
}

model::Operation& ProgramWriter::add(Verb verb) {
  list_.operations.push_back({.verb = verb, .host = host_});
  return list_.operations.back();
}

std::optional<model::BufferId> ProgramWriter::buffer(const std::vector<MemoryKind>& kinds) {
  const bool ended_too = choice_.percent(10);
  std::vector<model::BufferId> usable;
  for (std::size_t i = 0; i < list_.entities.buffers.size(); ++i)
    if (const auto id = model::BufferId(i);
        std::ranges::find(kinds, kind(id)) != kinds.end() && (ended_too || !ended_.contains(id)))
      usable.push_back(id);
  if (usable.empty()) return std::nullopt;
  const model::BufferId chosen = choice_.one_of(usable);
  used_.insert(chosen);
  return chosen;
}

model::EventId ProgramWriter::any_event() { return model::EventId(choice_.between(0, events_ - 1)); }

model::ByteRange ProgramWriter::range() {
  switch (choice_.between(0, 5)) {
    case 0:
      return model::ByteRange::whole();
    case 1:
      return model::ByteRange::bytes(0, 4);
    case 2:
      return model::ByteRange::bytes(4, 8);
    case 3:
      return model::ByteRange::bytes(2, 6, choice_.percent(50));
    default:
      return model::ByteRange::bytes(0, 8);
  }
}

model::Access ProgramWriter::access(model::BufferId buffer) {
  static const std::vector<AccessKind> kinds = {AccessKind::Read, AccessKind::Write, AccessKind::MayWrite,
                                                AccessKind::Atomic};
  return {.buffer = buffer, .kind = kinds[choice_.weighted({5, 5, 1, 1})], .range = range()};
}

void ProgramWriter::host_access() {
  const auto used = buffer({MemoryKind::Pinned, MemoryKind::Managed, MemoryKind::Pageable, MemoryKind::Unknown});
  if (!used) return;
  const AccessKind kind = choice_.percent(50) ? AccessKind::Read : AccessKind::Write;
  add(Verb::HostAccess).accesses.push_back({.buffer = *used, .kind = kind, .range = range()});
}

void ProgramWriter::synchronize_stream() {
  const model::StreamId id = any_stream();
  add(choice_.percent(75) ? Verb::StreamSynchronize : Verb::StreamQuery).stream = id;
}

void ProgramWriter::synchronize_event() {
  const model::EventId id = any_event();
  add(choice_.percent(75) ? Verb::EventSynchronize : Verb::EventQuery).event = id;
}

void ProgramWriter::synchronize_device() { add(Verb::DeviceSynchronize); }

void ProgramWriter::free() {
  const auto freed =
      buffer({MemoryKind::Device, MemoryKind::Pool, MemoryKind::Managed, MemoryKind::Unknown, MemoryKind::Pinned});
  if (!freed || ended_.contains(*freed)) return;
  add(kind(*freed) == MemoryKind::Pinned ? Verb::FreePinned : Verb::FreeDevice).buffer = freed;
  end(*freed);
}

void ProgramWriter::unregister() {
  const auto pinned = buffer({MemoryKind::Pinned});
  if (pinned && !ended_.contains(*pinned)) add(Verb::Unregister).buffer = pinned;
}

void ProgramWriter::unload_module() { add(Verb::UnloadModule); }

void ProgramWriter::end_host_life() {
  const auto ended = buffer({MemoryKind::Pageable});
  if (!ended || ended_.contains(*ended)) return;
  model::Operation& operation = add(Verb::EndHostLife);
  operation.buffer = ended;
  if (choice_.percent(30)) operation.accesses.push_back({.buffer = *ended, .range = range()});
  end(*ended);
}

void ProgramWriter::create_event() {
  const model::EventId id = any_event();
  const model::Event& described = list_.entities.events[index(id)];
  if (described.from_outside || described.is_element) return;
  add(Verb::DestroyEvent).event = id;
  add(Verb::CreateEvent).event = id;
}

void ProgramWriter::select_device() {
  if (list_.entities.streams[1].kind == StreamKind::Legacy) select(model::DeviceId(choice_.between(0, 1)));
}

void ProgramWriter::select(model::DeviceId device) {
  if (current_[index(host_)] == device) return;
  add(Verb::SelectDevice).device = device;
  current_[index(host_)] = device;
}

void ProgramWriter::reset_device() { add(Verb::ResetDevice); }

void ProgramWriter::create_stream() {
  const model::StreamId id = any_stream();
  const auto is_of_it = [&](const model::Operation& operation) { return operation.stream == id; };
  if (stream(id).kind == StreamKind::Blocking && std::ranges::none_of(list_.operations, is_of_it))
    add(Verb::CreateStream).stream = id;
}

void ProgramWriter::destroy_stream() {
  const model::StreamId id = any_stream();
  if (stream(id).kind != StreamKind::Blocking && stream(id).kind != StreamKind::NonBlocking) return;
  add(Verb::DestroyStream).stream = id;
  destroyed_.insert(id);
}

void ProgramWriter::start_thread() {
  if (worker_runs_ || list_.entities.hosts.size() < 2 || current_.size() > 2) return;
  if (choice_.percent(80)) add(Verb::StartThread).thread = model::HostId{1};  // else its start is not seen
  worker_runs_ = true;
}

void ProgramWriter::join_thread() {
  if (!worker_runs_) return;
  host_ = {};
  add(Verb::JoinThread).thread = model::HostId{1};
  worker_runs_ = false;
  current_.resize(3);  // the worker does not begin again
}

void ProgramWriter::unknown_call() {
  const auto used = choice_.percent(40) ? buffer({MemoryKind::Device, MemoryKind::Pinned, MemoryKind::Pageable})
                                        : std::optional<model::BufferId>();
  std::vector<model::StreamId> streams;
  for (std::size_t count = choice_.between(0, 2); count > 0; --count) streams.push_back(any_stream());
  model::Operation& operation = add(Verb::UnknownCall);
  operation.streams = std::move(streams);
  if (choice_.percent(40)) operation.events.push_back(any_event());
  operation.synchronizes_all = choice_.percent(15);
  if (!used) return;
  operation.accesses.push_back(access(*used));
  operation.accesses.back().indirect = true;
}

}  // namespace cudep::oracle
