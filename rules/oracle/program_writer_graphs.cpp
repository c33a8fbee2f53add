// Captures and graph launches of random programs.
#include <string>

#include "rules/oracle/program_writer.h"

namespace cudep::oracle {

using model::AccessKind;
using model::StreamKind;
using model::Verb;

// A capture that forks to a second stream, sometimes, and joins back. The host does other things meanwhile, sometimes.
void ProgramWriter::capture() {
  const model::StreamId origin = launch_stream();
  const model::StreamId branch = any_stream();
  if (!can_capture(origin) || worker_runs_) return;
  const bool forks = branch != origin && can_capture(branch) && stream(branch).device == stream(origin).device;
  const auto graph = model::GraphId(list_.entities.graphs.size());
  list_.entities.graphs.push_back("g" + std::to_string(index(graph)));
  add_to(origin, Verb::BeginCapture).graph = graph;
  if (choice_.percent(10)) captured_external(origin, Verb::StreamWait);
  captured_operation({origin});
  if (forks) hand_over(origin, branch);
  for (std::size_t count = choice_.between(0, 4); count > 0; --count)
    captured_operation(forks ? std::vector{origin, branch} : std::vector{origin});
  if (forks) hand_over(branch, origin);
  if (choice_.percent(50)) captured_operation({origin});
  // The engine knows that such a record covers the launch only where one stream was captured; of others it says `Open`.
  if (!forks && choice_.percent(10)) captured_external(origin, Verb::Record);
  add_to(origin, Verb::EndCapture).graph = graph;
  instantiate(graph);
}

bool ProgramWriter::can_capture(model::StreamId id) const {
  const model::Stream& captured = stream(id);
  return (captured.kind == StreamKind::Blocking || captured.kind == StreamKind::NonBlocking) && !captured.is_element;
}

/// By an event of its own: one that was recorded inside a capture is of no use outside.
void ProgramWriter::hand_over(model::StreamId from, model::StreamId to) {
  auto& events = list_.entities.events;
  const auto event = model::EventId(events.size());
  events.push_back({.name = "c" + std::to_string(index(event))});
  add_to(from, Verb::Record).event = event;
  add_to(to, Verb::StreamWait).event = event;
}

void ProgramWriter::instantiate(model::GraphId graph) {
  const auto executable = model::GraphId(list_.entities.graphs.size());
  list_.entities.graphs.push_back("x" + std::to_string(index(executable)));
  model::Operation& operation = add(Verb::Instantiate);
  operation.graph = graph;
  operation.executable = executable;
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

void ProgramWriter::captured_external(model::StreamId on, Verb verb) {
  const model::EventId event = any_event();
  model::Operation& operation = add_to(on, verb);
  operation.event = event;
  operation.external = true;
}

void ProgramWriter::launch_graph() {
  if (executables_.empty()) return;
  const model::GraphId executable = choice_.one_of(executables_);
  add_to(launch_stream(), Verb::GraphLaunch).graph = executable;
}

}  // namespace cudep::oracle
