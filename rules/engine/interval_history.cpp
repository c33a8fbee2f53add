// Segments that are cut where accesses begin and end, and dropped when nothing of interest is left in them.
#include "rules/engine/interval_history.h"

#include <algorithm>

namespace cudep::engine {
namespace {
constexpr std::size_t kManyPast = 8;
constexpr std::size_t kManySegments = 64;
}  // namespace

bool replaces(const Entry& newer, bool newer_dense, const Entry& older, bool older_dense, const Clock& clock) {
  const bool same_kind = newer.kind == older.kind && newer.indirect == older.indirect && newer.host == older.host &&
                         newer_dense == older_dense;
  if (newer.agent == older.agent && same_kind) return true;
  const bool definite = newer.kind == model::AccessKind::Write && newer_dense && !newer.indirect;
  return definite && clock.knows(older.agent, older.epoch, Strength::Doc);
}

std::size_t IntervalHistory::first_after(std::int64_t at) const {
  const bool again = last_found_ < segments_.size() && segments_[last_found_].high > at &&
                     (last_found_ == 0 || segments_[last_found_ - 1].high <= at);
  if (!again)
    last_found_ =
        static_cast<std::size_t>(std::ranges::upper_bound(segments_, at, {}, &Segment::high) - segments_.begin());
  return last_found_;
}

void IntervalHistory::split(std::size_t i, std::int64_t at) {
  if (at <= segments_[i].low || at >= segments_[i].high) return;
  Segment upper = segments_[i];
  upper.low = at;
  segments_[i].high = at;
  segments_.insert(segments_.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(upper));
}

std::size_t IntervalHistory::carve(model::Interval range) {
  std::size_t first = first_after(range.low);
  if (first < segments_.size() && segments_[first].low < range.low) split(first++, range.low);
  std::int64_t at = range.low;
  for (std::size_t i = first; at < range.high; ++i) {
    const bool gap = i == segments_.size() || segments_[i].low > at;
    if (gap) {
      const std::int64_t end = i == segments_.size() ? range.high : std::min(range.high, segments_[i].low);
      segments_.insert(segments_.begin() + static_cast<std::ptrdiff_t>(i), Segment{at, end, {}});
    }
    split(i, range.high);
    at = segments_[i].high;
  }
  return first;
}

void IntervalHistory::add(const Past& past, const Clock& clock, const IsSettled& is_settled) {
  if (past.range.low >= past.range.high) return;
  for (std::size_t i = carve(past.range); i < segments_.size() && segments_[i].low < past.range.high; ++i) {
    auto& entries = segments_[i].past;
    std::erase_if(entries,
                  [&](const Past& older) { return replaces(past.entry, past.dense, older.entry, older.dense, clock); });
    if (entries.size() >= kManyPast)
      std::erase_if(entries, [&](const Past& older) { return is_settled(older.entry.agent, older.entry.epoch); });
    entries.push_back(past);
  }
  if (segments_.size() > kManySegments) tidy(is_settled);
}

void IntervalHistory::tidy(const IsSettled& is_settled) {
  for (Segment& segment : segments_)
    std::erase_if(segment.past, [&](const Past& past) { return is_settled(past.entry.agent, past.entry.epoch); });
  std::erase_if(segments_, [](const Segment& segment) { return segment.past.empty(); });
}

}  // namespace cudep::engine
