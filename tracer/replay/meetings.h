// The instances of static findings in a run: where an earlier and a later operation of one met on the same bytes, and
// whether anything ordered them.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "rules/finding.h"
#include "rules/model/operation.h"

namespace cudep::replay {

/// Two operations of the run that a finding means.
struct Meeting {
  std::size_t finding;
  std::uint32_t earlier;  // positions in the run
  std::uint32_t later;
  bool ordered = false;
  bool in_capture = false;  // two nodes of one graph
};

/// How often each side of a finding ran, met or not.
struct Sides {
  std::uint64_t earlier = 0;
  std::uint64_t later = 0;
};

struct Meetings {
  std::vector<Meeting> all;  // in the order of the later operations
  std::vector<Sides> sides;  // by finding
};

Meetings find_meetings(std::span<const rules::Finding> findings, const model::OperationList& run);

}  // namespace cudep::replay
