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

struct ExternalRecord {
  model::EventId event;
  std::size_t accesses_before;  // that were captured before it
};

/// What a launch of a captured graph does.
struct GraphBody {
  std::vector<NodeAccess> accesses;
  std::vector<ExternalRecord> external_records;
  std::vector<model::EventId> external_waits;
  std::vector<model::BufferId> allocated;  // inside the graph: nothing outside can use them
  bool one_stream = true;                  // so that its nodes are in the order of capture
};

/// True when everything in the graph comes before the record.
bool covers_all(const GraphBody& body, const ExternalRecord& record);
/// Adds a captured call to the body.
void add_node(GraphBody& body, const model::Operation& op, std::uint32_t position);

}  // namespace cudep::engine
