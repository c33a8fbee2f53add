// Accesses to one buffer that cover every byte between two numbers: disjoint segments, each with its last writes and
// the reads since.
#pragma once
#include <cstdint>
#include <functional>
#include <vector>

#include "rules/engine/access_entry.h"

namespace cudep::engine {

class IntervalHistory {
 public:
  struct Segment {
    std::int64_t low;
    std::vector<Entry> past;
  };
  /// Answers whether an operation can no longer take part in a race.
  using IsSettled = std::function<bool(AgentId, Epoch)>;

  /// The segments that overlap [low, high).
  template <class Visit>
  void visit(model::Interval range, Visit&& visit) const {
    for (auto i = first_after(range.low); i < segments_.size() && segments_[i].low < range.high; ++i)
      visit(segments_[i], model::Interval{segments_[i].low, ends_[i]});
  }
  /// Adds an access. Definite ones take the place of what they follow by a promise.
  void add(const Entry& entry, model::Interval range, const Clock& clock, const IsSettled& is_settled);

 private:
  /// The first segment that ends after `at`.
  [[nodiscard]] std::size_t first_after(std::int64_t at) const;
  /// Cuts and fills so that whole segments make up `range`; returns the first.
  std::size_t carve(model::Interval range);
  void split(std::size_t segment, std::int64_t at);
  void insert(std::size_t at, Segment segment, std::int64_t end);
  void tidy(const IsSettled& is_settled);

  std::vector<Segment> segments_;       // sorted, disjoint
  std::vector<std::int64_t> ends_;      // of each segment; apart, because every search runs over them
  mutable std::size_t last_found_ = 0;  // an access is first judged and then added: the same search twice
};

/// True when the new access takes the place of the old one in every later question.
bool replaces(const Entry& newer, const Entry& older, const Clock& clock);

}  // namespace cudep::engine
