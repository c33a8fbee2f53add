// Judges the accesses of one operation against those of the past: which conflicts no promise orders, and, when asked
// to, mends each of them so that one missing edge is found once.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "rules/engine/history.h"
#include "rules/engine/ordering.h"

namespace cudep::engine {

/// Who makes the accesses, and from where.
struct Actor {
  model::HostId host;
  std::uint32_t op;
  bool on_host;
  std::uint32_t capture = 0;
  bool mends = true;
};

/// Appends the races among `conflicts`: the surest first, of several past accesses of one agent the newest. When the
/// actor mends, `clock` then knows what it raced with.
void judge(std::vector<Conflict>& conflicts, const Actor& actor, Ordering& ordering, Clock& clock,
           std::vector<Race>& races);

/// Makes what the history keeps of an access.
Entry entry_of(const Touch& touch, const Actor& actor, const Clock& clock, const std::optional<Position>& staged);

}  // namespace cudep::engine
