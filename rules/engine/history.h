// What the accesses so far may still conflict with: by buffer, an interval map where all bytes between two numbers
// are used, a short list of the other ranges, and what has ended.
#pragma once
#include <vector>

#include "rules/engine/access_entry.h"
#include "rules/engine/interval_history.h"

namespace cudep::engine {

class AccessHistory {
 public:
  using IsSettled = IntervalHistory::IsSettled;

  /// `used_in_part[buffer]`: some operation of the path uses that buffer from elsewhere than its start.
  AccessHistory(const model::Entities& entities, std::vector<bool> used_in_part)
      : entities_(&entities), used_in_part_(std::move(used_in_part)) {}

  /// Appends the past accesses that overlap `touch`, one of them writing, and that are not promised to come first.
  void conflicts(const Touch& touch, const Asker& asker, std::vector<Conflict>& found) const;
  void add(const Touch& touch, const Entry& entry, const Clock& clock, const IsSettled& is_settled);
  /// The buffer begins anew.
  void begin(model::BufferId buffer);

 private:
  struct Symbolic {
    Entry entry;
    model::ByteRange range;
  };
  struct OfBuffer {
    IntervalHistory concrete;
    std::vector<Symbolic> symbolic;
    std::vector<Symbolic> ended;
  };

  [[nodiscard]] model::Overlap overlap(const model::ByteRange& a, const model::ByteRange& b,
                                       model::BufferId buffer) const;
  void add_symbolic(OfBuffer& past, const Touch& touch, const Entry& entry, const Clock& clock,
                    const IsSettled& is_settled) const;
  void add_end(OfBuffer& past, const Touch& touch, const Entry& entry) const;

  const model::Entities* entities_;
  std::vector<bool> used_in_part_;
  std::vector<OfBuffer> buffers_;
};

/// Keeps nothing and finds nothing: for a pass that only asks about order.
struct NoHistory {
  using IsSettled = IntervalHistory::IsSettled;
  void conflicts(const Touch&, const Asker&, std::vector<Conflict>&) const {}
  void add(const Touch&, const Entry&, const Clock&, const IsSettled&) {}
  void begin(model::BufferId) {}
};

}  // namespace cudep::engine
