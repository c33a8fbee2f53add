// A stream capture: calls become nodes that are ordered among each other by stream order and event waits inside it, and
// a launch runs their accesses as one operation.
#pragma once
#include <memory>
#include <vector>

#include "rules/engine/access_entry.h"
#include "rules/engine/ordering.h"

namespace cudep::engine {

/// One access of a captured call.
struct NodeAccess {
  model::Access access;
  std::uint32_t origin;  // position of the call
};

/// What a launch of a captured graph does.
struct GraphBody {
  std::vector<NodeAccess> accesses;
  std::vector<model::EventId> external_records;
  std::vector<model::EventId> external_waits;
  std::vector<model::BufferId> allocated;  // inside the graph: nothing outside can use them
};

/// Adds a captured call to the body.
void add_node(GraphBody& body, const model::Operation& op, std::uint32_t position);

}  // namespace cudep::engine
