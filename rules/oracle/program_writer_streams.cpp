// Work that random programs submit to streams.
#include <algorithm>

#include "rules/oracle/program_writer.h"

namespace cudep::oracle {

using model::AccessKind;
using model::MemoryKind;
using model::StreamKind;
using model::Verb;

// Stream 0 of each host thread that has one is its own: the worker uses no per-thread stream.
model::StreamId ProgramWriter::any_stream() {
  std::vector<model::StreamId> usable;
  for (std::size_t i = 0; i < list_.entities.streams.size(); ++i)
    if (const auto id = model::StreamId(i);
        !destroyed_.contains(id) && (host_ == model::HostId{} || stream(id).kind != StreamKind::PerThread))
      usable.push_back(id);
  return choice_.one_of(usable);
}

/// A launch into a stream of another device fails: its device is selected first.
model::StreamId ProgramWriter::launch_stream() {
  const model::StreamId id = any_stream();
  select(stream(id).device);
  return id;
}

model::Operation& ProgramWriter::add_to(model::StreamId stream, Verb verb) {
  model::Operation& operation = add(verb);
  operation.stream = stream;
  return operation;
}

void ProgramWriter::launch() { launch_on(launch_stream()); }

void ProgramWriter::launch_on(model::StreamId on) {
  std::vector<model::Access> accesses;
  for (std::size_t count = choice_.between(1, 2); count > 0; --count)
    if (const auto used = buffer(kKernelMemory)) accesses.push_back(access(*used));
  add_to(on, Verb::Launch).accesses = std::move(accesses);
}

void ProgramWriter::copy() {
  const auto from = buffer(kAnyMemory);
  const auto to = buffer(kAnyMemory);
  if (!from || !to || from == to) return;
  const model::StreamId on = any_stream();
  const bool synchronous = stream(on).kind == StreamKind::Legacy || stream(on).kind == StreamKind::PerThread;
  model::Operation& operation = add_to(on, Verb::Copy);
  operation.synchronous = synchronous && choice_.percent(60);
  if (!operation.synchronous && choice_.percent(20))
    operation.source_order = choice_.percent(50) ? model::SourceOrder::DuringCall : model::SourceOrder::AnyTime;
  operation.accesses.push_back({.buffer = *from, .kind = AccessKind::Read, .range = range()});
  operation.accesses.push_back({.buffer = *to, .kind = AccessKind::Write, .range = range()});
}

void ProgramWriter::memset() {
  const auto to = buffer(kKernelMemory);
  if (!to) return;
  const model::StreamId on = any_stream();
  const bool synchronous = stream(on).kind == StreamKind::Legacy || stream(on).kind == StreamKind::PerThread;
  model::Operation& operation = add_to(on, Verb::Memset);
  operation.synchronous = synchronous && choice_.percent(60);
  operation.accesses.push_back({.buffer = *to, .kind = AccessKind::Write, .range = range()});
}

void ProgramWriter::host_function() {
  const auto used = buffer(kHostMemory);
  model::Operation& operation = add_to(any_stream(), Verb::HostFunction);
  if (used) operation.accesses.push_back(access(*used));
}

void ProgramWriter::prefetch() {
  if (const auto used = buffer({MemoryKind::Managed})) add_to(any_stream(), Verb::Prefetch).buffer = used;
}

void ProgramWriter::unordered_work() { add_to(any_stream(), Verb::UnorderedWork); }

void ProgramWriter::record() {
  const model::EventId event = any_event();
  const model::StreamId on = any_stream();
  add_to(on, Verb::Record).event = event;
  if (!choice_.percent(15)) return;
  launch_on(on);
  model::Operation& again = add_to(on, Verb::Record);
  again.event = event;
  again.programmatic = true;
}

void ProgramWriter::wait() {
  const model::EventId event = any_event();
  add_to(any_stream(), Verb::StreamWait).event = event;
}

// Only before anything else uses the buffer.
void ProgramWriter::allocate_async() {
  for (std::size_t i = 0; i < list_.entities.buffers.size(); ++i) {
    const auto id = model::BufferId(i);
    if (kind(id) != MemoryKind::Pool || used_.contains(id)) continue;
    used_.insert(id);
    add_to(any_stream(), Verb::AllocateAsync).buffer = id;
    return;
  }
}

void ProgramWriter::free_async() {
  const auto freed = buffer({MemoryKind::Pool, MemoryKind::Device});
  if (!freed || ended_.contains(*freed)) return;
  add_to(any_stream(), Verb::FreeAsync).buffer = freed;
  end(*freed);
}

}  // namespace cudep::oracle
