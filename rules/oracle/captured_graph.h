// A graph as stream capture makes it: nodes and the order between them.
#pragma once
#include <cstddef>
#include <map>
#include <set>
#include <vector>

#include "rules/model/operation.h"
#include "rules/oracle/moments.h"

namespace cudep::oracle {

struct Dependency {
  std::size_t node;
  Order order;
};

struct Node {
  std::size_t operation;  // the captured call, as a position in the list
  std::vector<Dependency> after;
};

/// Guide "Creating a Graph Using Stream Capture": calls on the captured stream, and on streams that joined by waiting
/// for an event recorded inside, become nodes; stream order and event waits inside become edges.
class CapturedGraph {
 public:
  void join(model::StreamId stream) { streams_.insert(stream); }
  [[nodiscard]] bool captures(model::StreamId stream) const { return streams_.contains(stream); }
  [[nodiscard]] bool recorded(model::EventId event) const { return records_.contains(event); }
  void add(std::size_t position, const model::OperationList& list);
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }

 private:
  std::vector<Node> nodes_;
  std::set<model::StreamId> streams_;
  std::map<model::EventId, std::size_t> records_;  // the latest record of each event, as a node
};

}  // namespace cudep::oracle
