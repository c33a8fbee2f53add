// Graphs that a program builds node by node. The engine knows captured graphs; so such a graph is told to it as the
// capture that would have made it: each node in a stream of its own, which waits for the nodes that it depends on.
#pragma once
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "rules/model/operation.h"
#include "tracer/format/trace.h"
#include "tracer/replay/objects.h"

namespace cudep::replay {

struct BuiltNode {
  std::uint64_t node = 0;
  std::vector<std::uint64_t> dependencies;
  model::Operation operation;  // without its stream
};

class BuiltGraphs {
 public:
  void add(format::GraphId graph, BuiltNode node);
  /// The parameters of a node are replaced; what the executables made before do stays.
  void change(format::GraphId graph, std::uint64_t node, const model::Operation& operation);
  void depend(format::GraphId graph, std::span<const format::Dependency> dependencies);
  void clone(format::GraphId from, format::GraphId to) { graphs_[to] = graphs_[from]; }
  /// What all nodes access together: a child graph counts as its node.
  [[nodiscard]] std::vector<model::Access> accesses(format::GraphId graph) const;

  /// The capture that makes this graph, as operations of `host`; empty when it was not built node by node.
  std::vector<model::Operation> capture(format::GraphId graph, Objects& objects, const model::Operation& instantiate,
                                        model::DeviceId device) const;

 private:
  std::map<format::GraphId, std::vector<BuiltNode>> graphs_;
};

}  // namespace cudep::replay
