// Tables of records and waits.
#include "tracer/record/covered.h"

#include <algorithm>
#include <span>

namespace cudep::record {

/// The place of an event, or a free one for it; null when there is none near where it belongs.
CoveredStreams::Record* CoveredStreams::find(std::uint64_t event) noexcept {
  constexpr std::size_t kProbes = 16;
  const std::size_t first = (event * 0x9e3779b97f4a7c15ULL) >> 52;
  for (std::size_t i = 0; i < kProbes; ++i) {
    Record& record = records_[(first + i) % kMostEvents];
    if (record.event == event || record.event == 0) return &record;
  }
  return nullptr;
}

void CoveredStreams::record(std::uint64_t event, const Covered& at) noexcept {
  const watch::Holding holding(lock_);
  Record* const record = holding ? find(event) : nullptr;
  if (record != nullptr) *record = {event, at};
}

Covered CoveredStreams::recorded_at(std::uint64_t event) noexcept {
  const watch::Holding holding(lock_);
  const Record* const record = holding ? find(event) : nullptr;
  return record != nullptr && record->event == event ? record->at : Covered{};
}

/// A later wait of a stream for the same other stream covers more, so it takes the earlier one's place.
void CoveredStreams::add(const Wait& wait) noexcept {
  if (wait.covered.stream == wait.stream) return;
  const std::span waits(waits_.data(), wait_count_);
  const auto same = std::ranges::find_if(waits, [&](const Wait& known) {
    return known.stream == wait.stream && known.covered.stream == wait.covered.stream;
  });
  if (same != waits.end()) {
    if (same->covered.number < wait.covered.number) *same = wait;
  } else if (wait_count_ < kMostWaits) {
    waits_[wait_count_++] = wait;
  }
}

void CoveredStreams::wait(std::uint64_t event, std::uint64_t stream, std::uint64_t number) noexcept {
  const Covered at = recorded_at(event);
  if (at.number == 0) return;
  const watch::Holding holding(lock_);
  if (!holding) return;
  add({stream, number, at});
  const std::size_t count = wait_count_;
  for (std::size_t i = 0; i < count; ++i) {
    const Wait& known = waits_[i];
    if (known.stream == at.stream && known.number <= at.number) add({stream, number, known.covered});
  }
}

}  // namespace cudep::record
