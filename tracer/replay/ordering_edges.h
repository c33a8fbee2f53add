// Which edge brought the knowledge of an earlier operation to a later one.
#pragma once
#include <span>
#include <vector>

#include "rules/model/operation.h"
#include "rules/verdict.h"
#include "tracer/replay/meetings.h"

namespace cudep::replay {

/// For each ordered meeting outside of captures the edge that ordered it, seen from the later operation; for the others
/// an empty one.
std::vector<rules::OrderingEdge> ordering_edges(std::span<const Meeting> meetings, const model::OperationList& run);

}  // namespace cudep::replay
