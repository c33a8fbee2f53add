// What the engine keeps of an access, and what it says of two that conflict.
#pragma once
#include <cstdint>
#include <optional>

#include "rules/engine/clock.h"
#include "rules/model/operation.h"

namespace cudep::engine {

/// One access of an operation as it happens: an access of the operation itself, or of a node that a graph launch
/// runs.
struct Touch {
  model::BufferId buffer;
  model::AccessKind kind;
  const model::ByteRange* range;
  bool indirect = false;
  bool ends = false;         // the life of these bytes ends
  bool forgets = false;      // an end after which the buffer's past is of no interest
  bool everything = false;   // all bytes of the buffer, whatever they are
  std::uint32_t origin = 0;  // position of the call that made the access: the captured node's, else the operation's
};

/// An access of the past.
struct Entry {
  AgentId agent{};
  Epoch epoch{};
  std::uint32_t op = 0;  // position of the operation
  std::uint32_t origin = 0;
  std::uint16_t host = 0;  // the thread that submitted it
  model::AccessKind kind = model::AccessKind::Read;
  bool indirect = false;
  bool ends = false;
  bool everything = false;
  bool dense = true;     // every byte of its range
  bool on_host = false;  // done by the host thread itself
  bool operator==(const Entry&) const = default;
};

/// The agent whose access is judged.
struct Asker {
  const Clock& clock;
  bool own_order = true;  // its own operations are in order

  [[nodiscard]] std::optional<Strength> order(const Entry& earlier) const {
    if (earlier.agent == clock.self() && !own_order) return std::nullopt;
    return clock.order(earlier.agent, earlier.epoch);
  }
  [[nodiscard]] bool is_promised(const Entry& earlier) const {
    if (earlier.agent == clock.self()) return own_order;
    return clock.knows(earlier.agent, earlier.epoch, Strength::Doc);
  }
};

/// A past access that overlaps a present one, one of them writing.
struct Conflict {
  Entry earlier;
  Touch later;
  model::Overlap overlap;
};

/// A conflict that no promise orders.
struct Race {
  Entry earlier;
  Entry later;
  model::BufferId buffer;
  model::Overlap overlap;
  std::optional<Strength> order;   // `Seen` or `Open` when that much orders it
  bool threads_unordered = false;  // submitted by two host threads, neither known to have waited for the other
  bool after_end = false;          // submitted after the bytes had ended
  std::uint32_t capture = 0;       // both inside this capture, counted from 1; 0: outside of captures
};

inline bool writes(model::AccessKind kind) { return kind != model::AccessKind::Read; }

/// Nothing about the race itself is in doubt; what was assumed to get there is another matter.
inline bool is_sure(const Race& race) {
  const bool both_may_write =
      race.earlier.kind == model::AccessKind::MayWrite && race.later.kind == model::AccessKind::MayWrite;
  return !race.order && race.overlap != model::Overlap::Possible && !race.threads_unordered && !race.earlier.indirect &&
         !race.later.indirect && !both_may_write;
}

}  // namespace cudep::engine
