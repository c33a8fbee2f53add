// The streams, events and graphs of a trace as entities of an operation list, with names from the source where a line
// of it can be read.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "rules/model/operation.h"
#include "tracer/format/trace.h"

namespace cudep::replay {

class Objects {
 public:
  Objects(const format::Trace& trace, model::Entities& entities) : trace_(trace), entities_(entities) {}

  model::StreamId stream(format::StreamId id);
  /// The default stream that a call without a stream runs in.
  model::StreamId default_stream(const format::Call& call);
  /// One that the program does not have: the nodes of a graph that was built by hand run in streams of their own.
  model::StreamId new_stream(model::DeviceId device);
  model::EventId event(format::EventId id);
  model::EventId new_event();
  model::GraphId graph(format::GraphId id);
  model::GraphId executable(format::ExecutableId id);
  [[nodiscard]] model::DeviceId device(std::uint32_t context) const;

  void name(model::StreamId id, const std::string& name);
  void name(model::EventId id, const std::string& name);
  /// `slots[i]`, and `slots[i] #2` for the second object of that name.
  std::string unique(const std::string& name);

 private:
  model::StreamId add(model::Stream stream);
  model::GraphId add_graph();

  const format::Trace& trace_;
  model::Entities& entities_;
  std::map<format::StreamId, model::StreamId> streams_;
  std::map<std::tuple<model::DeviceId, model::StreamKind, std::uint32_t>, model::StreamId> default_streams_;
  std::map<format::EventId, model::EventId> events_;
  std::map<format::GraphId, model::GraphId> graphs_;
  std::map<format::ExecutableId, model::GraphId> executables_;
  std::map<std::string, int> names_;
};

}  // namespace cudep::replay
