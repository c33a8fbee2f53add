// Slices in the order of time, each on the first track of its lane that is free.
#include "cli/export/tracks.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace cudep::exports {
namespace {

using picture::Span;

/// The tracks of one lane, by when each is free again.
struct FreeFrom {
  std::vector<std::uint64_t> of_track;

  std::uint32_t place(Span& span, bool is_timed) {
    if (of_track.empty()) of_track.push_back(0);
    if (!is_timed && span.begin < of_track.front()) {
      span.begin = of_track.front();
      span.end = std::max(span.end, span.begin + 1);
    }
    const auto free = std::ranges::find_if(of_track, [&](std::uint64_t from) { return from <= span.begin; });
    const auto track = static_cast<std::uint32_t>(free - of_track.begin());
    if (free == of_track.end()) of_track.push_back(0);
    of_track[track] = span.end;
    return track;
  }
};

}  // namespace

Tracks tracks_of(const picture::Timeline& timeline, const std::vector<Span>& spans) {
  std::vector<std::uint32_t> by_begin(spans.size());
  std::iota(by_begin.begin(), by_begin.end(), 0);
  std::ranges::sort(by_begin, {}, [&](std::uint32_t op) { return std::pair(spans[op].begin, op); });
  std::vector<FreeFrom> lanes(timeline.lanes.size());
  Tracks tracks{.slices = std::vector<Slice>(spans.size())};
  for (const std::uint32_t op : by_begin) {
    Slice& slice = tracks.slices[op];
    slice.span = {spans[op].begin, std::max(spans[op].end, spans[op].begin + 1)};
    slice.track = lanes[timeline.bars[op].lane].place(slice.span, timeline.bars[op].ran.has_value());
  }
  std::vector<std::uint32_t> first_of_lane;
  for (std::uint32_t lane = 0; lane < lanes.size(); ++lane) {
    first_of_lane.push_back(static_cast<std::uint32_t>(tracks.lanes.size()));
    tracks.lanes.insert(tracks.lanes.end(), lanes[lane].of_track.size(), lane);
  }
  for (std::size_t op = 0; op < spans.size(); ++op) tracks.slices[op].track += first_of_lane[timeline.bars[op].lane];
  return tracks;
}

Arrow arrow_between(const Span& earlier, const Span& later) {
  if (later.end <= earlier.begin) return {.reversed = true, .begin = later.end - 1, .end = earlier.begin};
  const std::uint64_t begin = std::min(earlier.end, later.end) - 1;
  return {.begin = begin, .end = std::max(begin, later.begin)};
}

}  // namespace cudep::exports
