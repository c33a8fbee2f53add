// Finding conflicts among past accesses and keeping few of them.
#include "rules/engine/history.h"

#include <algorithm>

namespace cudep::engine {
namespace {

using model::AccessKind;
using model::Overlap;

constexpr std::size_t kManySymbolic = 16;

/// What is promised to come first is of no interest, but for the end of the memory.
bool may_conflict(const Entry& earlier, const Touch& later, const Asker& asker) {
  if (earlier.kind == AccessKind::Atomic && later.kind == AccessKind::Atomic) return false;
  if (!earlier.ends && !later.ends && !writes(earlier.kind) && !writes(later.kind)) return false;
  return earlier.ends || !asker.is_promised(earlier);
}

bool is_same_call(const Conflict& conflict, const Entry& entry) {
  return conflict.earlier.op == entry.op && conflict.earlier.origin == entry.origin &&
         conflict.earlier.kind == entry.kind;
}

void append(const Conflict& conflict, std::size_t first_of_touch, std::vector<Conflict>& found) {
  const auto begin = found.begin() + static_cast<std::ptrdiff_t>(first_of_touch);
  const auto same =
      std::find_if(begin, found.end(), [&](const Conflict& other) { return is_same_call(other, conflict.earlier); });
  if (same == found.end()) {
    found.push_back(conflict);
  } else if (conflict.overlap == Overlap::Certain) {
    same->overlap = Overlap::Certain;
  }
}

}  // namespace

Overlap AccessHistory::overlap(const model::ByteRange& a, const model::ByteRange& b, model::BufferId buffer) const {
  const bool whole = index(buffer) >= used_in_part_.size() || !used_in_part_[index(buffer)];
  return model::compare(a, b, whole, entities_->symbols);
}

void AccessHistory::conflicts(const Touch& touch, const Asker& asker, std::vector<Conflict>& found) const {
  if (index(touch.buffer) >= buffers_.size()) return;
  const OfBuffer& past = buffers_[index(touch.buffer)];
  const std::size_t first = found.size();
  const auto consider_symbolic = [&](const Symbolic& symbolic) {
    if (!may_conflict(symbolic.entry, touch, asker)) return;
    const Overlap how = touch.everything || symbolic.entry.everything
                            ? Overlap::Certain
                            : overlap(symbolic.range, *touch.range, touch.buffer);
    if (how != Overlap::None) append({symbolic.entry, touch, how}, first, found);
  };
  const bool certain = touch.everything || (touch.range->is_concrete() && touch.range->dense());
  const auto consider_concrete = [&](const IntervalHistory::Segment& segment, model::Interval bytes) {
    for (const Entry& entry : segment.past) {
      if (!may_conflict(entry, touch, asker)) continue;
      const Overlap how = certain ? Overlap::Certain
                                  : overlap(model::ByteRange::bytes(bytes.low, bytes.high), *touch.range, touch.buffer);
      if (how != Overlap::None) append({entry, touch, how}, first, found);
    }
  };
  const model::Interval everything{INT64_MIN, INT64_MAX};
  past.concrete.visit(touch.range->is_concrete() ? touch.range->interval() : everything, consider_concrete);
  for (const Symbolic& symbolic : past.symbolic) consider_symbolic(symbolic);
  for (const Symbolic& ended : past.ended) consider_symbolic(ended);
}

void AccessHistory::add(const Touch& touch, const Entry& entry, const Clock& clock, const IsSettled& is_settled) {
  if (index(touch.buffer) >= buffers_.size()) buffers_.resize(index(touch.buffer) + 1);
  OfBuffer& past = buffers_[index(touch.buffer)];
  if (touch.ends) return add_end(past, touch, entry);
  const bool by_interval = touch.range->is_concrete() && touch.range->dense();
  if (!by_interval) return add_symbolic(past, touch, entry, clock, is_settled);
  past.concrete.add(entry, touch.range->interval(), clock, is_settled);
}

void AccessHistory::add_symbolic(OfBuffer& past, const Touch& touch, const Entry& entry, const Clock& clock,
                                 const IsSettled& is_settled) const {
  std::erase_if(past.symbolic, [&](const Symbolic& older) {
    return older.range == *touch.range && replaces(entry, older.entry, clock);
  });
  if (past.symbolic.size() >= kManySymbolic)
    std::erase_if(past.symbolic,
                  [&](const Symbolic& older) { return is_settled(older.entry.agent, older.entry.epoch); });
  past.symbolic.push_back({entry, *touch.range});
}

void AccessHistory::add_end(OfBuffer& past, const Touch& touch, const Entry& entry) const {
  if (touch.forgets) past = {};
  past.ended.push_back({entry, *touch.range});
}

void AccessHistory::begin(model::BufferId buffer) {
  if (index(buffer) < buffers_.size()) buffers_[index(buffer)] = {};
}

}  // namespace cudep::engine
