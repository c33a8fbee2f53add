// Segments that are cut where accesses begin and end, and dropped when nothing of interest is left in them.
#include "rules/engine/interval_history.h"

#include <algorithm>

namespace cudep::engine {
namespace {
constexpr std::size_t kManyPast = 8;
constexpr std::size_t kManySegments = 64;
}  // namespace

bool replaces(const Entry& newer, const Entry& older, const Clock& clock) {
  const bool same_kind = newer.kind == older.kind && newer.indirect == older.indirect && newer.host == older.host &&
                         newer.dense == older.dense;
  if (newer.agent == older.agent && same_kind) return true;
  const bool definite = newer.kind == model::AccessKind::Write && newer.dense && !newer.indirect;
  return definite && clock.knows(older.agent, older.epoch, Strength::Doc);
}

std::size_t IntervalHistory::first_after(std::int64_t at) const {
  const bool again =
      last_found_ < ends_.size() && ends_[last_found_] > at && (last_found_ == 0 || ends_[last_found_ - 1] <= at);
  if (!again) last_found_ = static_cast<std::size_t>(std::ranges::upper_bound(ends_, at) - ends_.begin());
  return last_found_;
}

void IntervalHistory::insert(std::size_t at, Segment segment, std::int64_t end) {
  segments_.insert(segments_.begin() + static_cast<std::ptrdiff_t>(at), std::move(segment));
  ends_.insert(ends_.begin() + static_cast<std::ptrdiff_t>(at), end);
}

void IntervalHistory::split(std::size_t i, std::int64_t at) {
  if (at <= segments_[i].low || at >= ends_[i]) return;
  Segment upper = segments_[i];
  upper.low = at;
  insert(i + 1, std::move(upper), ends_[i]);
  ends_[i] = at;
}

std::size_t IntervalHistory::carve(model::Interval range) {
  std::size_t first = first_after(range.low);
  if (first < segments_.size() && segments_[first].low < range.low) split(first++, range.low);
  std::int64_t at = range.low;
  for (std::size_t i = first; at < range.high; ++i) {
    const bool gap = i == segments_.size() || segments_[i].low > at;
    if (gap) insert(i, Segment{at, {}}, i == segments_.size() ? range.high : std::min(range.high, segments_[i].low));
    split(i, range.high);
    at = ends_[i];
  }
  return first;
}

void IntervalHistory::add(const Entry& entry, model::Interval range, const Clock& clock, const IsSettled& is_settled) {
  if (range.low >= range.high) return;
  for (std::size_t i = carve(range); i < segments_.size() && segments_[i].low < range.high; ++i) {
    auto& past = segments_[i].past;
    std::erase_if(past, [&](const Entry& older) { return replaces(entry, older, clock); });
    if (past.size() >= kManyPast)
      std::erase_if(past, [&](const Entry& older) { return is_settled(older.agent, older.epoch); });
    past.push_back(entry);
  }
  if (segments_.size() > kManySegments) tidy(is_settled);
}

void IntervalHistory::tidy(const IsSettled& is_settled) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < segments_.size(); ++i) {
    std::erase_if(segments_[i].past, [&](const Entry& entry) { return is_settled(entry.agent, entry.epoch); });
    if (segments_[i].past.empty()) continue;
    if (kept != i) segments_[kept] = std::move(segments_[i]);
    ends_[kept++] = ends_[i];
  }
  segments_.resize(kept);
  ends_.resize(kept);
}

}  // namespace cudep::engine
