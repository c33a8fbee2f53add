// Work that random programs submit to streams, and captures.
#include <algorithm>

#include "rules/oracle/program_writer.h"

namespace cudep::oracle {

using model::AccessKind;
using model::MemoryKind;
using model::StreamKind;
using model::Verb;

namespace {

const std::vector<MemoryKind> kAnyMemory = {MemoryKind::Device,  MemoryKind::Pool,     MemoryKind::Pinned,
                                            MemoryKind::Managed, MemoryKind::Pageable, MemoryKind::Unknown};
const std::vector<MemoryKind> kKernelMemory = {MemoryKind::Device, MemoryKind::Pool, MemoryKind::Pinned,
                                               MemoryKind::Managed, MemoryKind::Unknown};
const std::vector<MemoryKind> kHostMemory = {MemoryKind::Pinned, MemoryKind::Managed, MemoryKind::Pageable};

}  // namespace

// Stream 0 of each host thread that has one is its own: the worker uses no per-thread stream.
model::StreamId ProgramWriter::any_stream() {
  std::vector<model::StreamId> usable;
  for (std::size_t i = 0; i < list_.entities.streams.size(); ++i)
    if (const auto id = model::StreamId(i); host_ == model::HostId{} || stream(id).kind != StreamKind::PerThread)
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

void ProgramWriter::launch() {
  const model::StreamId on = launch_stream();
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
  add_to(any_stream(), Verb::Record).event = event;
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

// A capture that forks to a second stream, sometimes, and joins back. The host does other things meanwhile, sometimes.
void ProgramWriter::capture() {
  const auto captured_kind = [&](model::StreamId id) {
    return (stream(id).kind == StreamKind::Blocking || stream(id).kind == StreamKind::NonBlocking) &&
           !stream(id).is_element;
  };
  const model::StreamId origin = launch_stream();
  const model::StreamId branch = any_stream();
  if (!captured_kind(origin) || worker_runs_) return;
  const bool forks = branch != origin && captured_kind(branch) && stream(branch).device == stream(origin).device;
  auto& entities = list_.entities;
  const auto graph = model::GraphId(entities.graphs.size());
  const auto executable = model::GraphId(entities.graphs.size() + 1);
  entities.graphs.push_back("g" + std::to_string(index(graph)));
  entities.graphs.push_back("x" + std::to_string(index(executable)));
  const auto event = [&] {
    entities.events.push_back({.name = "c" + std::to_string(entities.events.size())});
    return model::EventId(entities.events.size() - 1);
  };
  add_to(origin, Verb::BeginCapture).graph = graph;
  captured_operation({origin});
  if (forks) {
    const model::EventId fork = event();
    add_to(origin, Verb::Record).event = fork;
    add_to(branch, Verb::StreamWait).event = fork;
  }
  for (std::size_t count = choice_.between(0, 4); count > 0; --count)
    captured_operation(forks ? std::vector{origin, branch} : std::vector{origin});
  if (forks) {
    const model::EventId join = event();
    add_to(branch, Verb::Record).event = join;
    add_to(origin, Verb::StreamWait).event = join;
    if (choice_.percent(50)) captured_operation({origin});
  }
  add_to(origin, Verb::EndCapture).graph = graph;
  model::Operation& instantiate = add(Verb::Instantiate);
  instantiate.graph = graph;
  instantiate.executable = executable;
  executables_.push_back(executable);
}

void ProgramWriter::captured_operation(const std::vector<model::StreamId>& streams) {
  const model::StreamId on = choice_.one_of(streams);
  if (choice_.percent(10)) return host_access();
  const bool by_host = choice_.percent(20);
  const auto used = buffer(by_host ? kHostMemory : kKernelMemory);
  if (!used) return;
  if (const auto from = buffer(kAnyMemory); choice_.percent(25) && from && from != used) {
    model::Operation& operation = add_to(on, Verb::Copy);
    operation.accesses.push_back({.buffer = *from, .kind = AccessKind::Read, .range = range()});
    operation.accesses.push_back({.buffer = *used, .kind = AccessKind::Write, .range = range()});
    return;
  }
  add_to(on, by_host ? Verb::HostFunction : Verb::Launch).accesses.push_back(access(*used));
}

void ProgramWriter::launch_graph() {
  if (executables_.empty()) return;
  const model::GraphId executable = choice_.one_of(executables_);
  add_to(launch_stream(), Verb::GraphLaunch).graph = executable;
}

}  // namespace cudep::oracle
