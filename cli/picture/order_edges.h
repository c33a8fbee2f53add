// The order that exists between the operations of a path, as a reader wants to see it: as few edges as say all of it.
// What follows from the order of one stream or of one host thread has no edge.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "rules/model/operation.h"

namespace cudep::picture {

enum class EdgeKind : std::uint8_t {
  Event,       // from a record to the wait, synchronize or query that matched it
  HostWait,    // from work to the operation of the host that waited for it
  Submission,  // from a wait of the host to work that it submitted afterwards
  Implicit,    // the order of the default stream, or a call that waits inside
};

std::string_view name(EdgeKind kind);  // "event", "host-wait"

/// Positions of operations.
struct Edge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  EdgeKind kind = EdgeKind::Implicit;
  bool operator==(const Edge&) const = default;
};

struct Order {
  std::vector<Edge> edges;     // sorted by `to`
  std::vector<bool> captured;  // by operation: a node of a graph, which does not run when it is submitted
};

/// Only edges that the documentation of CUDA promises.
Order order_of(const model::OperationList& path);

}  // namespace cudep::picture
