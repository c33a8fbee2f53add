// Records and waits of a whole path with what each captured or matched: what is asked when nothing orders a race.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/engine/clock.h"
#include "rules/model/operation.h"

namespace cudep::engine {

/// Where an operation stands among those of its agent. `capture` counts the captures of the path from 1; 0 is outside.
struct Position {
  std::uint32_t capture = 0;
  AgentId agent{};
  Epoch epoch{};
  bool operator==(const Position&) const = default;
};

struct LoggedRecord {
  std::uint32_t op;
  model::EventId event;
  Position position;
  Clock captured;
};

/// A wait of a stream, or a synchronize or successful query of the host.
struct LoggedWait {
  std::uint32_t op;
  model::EventId event;
  Position position;
  std::optional<std::uint32_t> record;  // the operation it matched
  bool may_match = false;               // matched none that is seen, but the event may have been recorded out of sight
  [[nodiscard]] bool matched_none() const { return !record && !may_match; }
};

/// All in the order of submission.
struct PathLog {
  std::vector<Position> positions;  // by operation
  std::vector<LoggedRecord> records;
  std::vector<LoggedWait> waits;
};

}  // namespace cudep::engine
