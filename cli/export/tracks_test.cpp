// No two slices of a track overlap, and arrows point forward in time, from slice to slice.
#include "cli/export/tracks.h"

#include <gtest/gtest.h>

namespace cudep::exports {
namespace {

using picture::Span;

struct Placed {
  std::uint32_t lane = 0;
  Span span;
  bool is_timed = true;
};

Tracks tracks_of_these(std::size_t lanes, const std::vector<Placed>& operations) {
  picture::Timeline timeline;
  timeline.lanes.resize(lanes);
  std::vector<Span> spans;
  for (const Placed& op : operations) {
    timeline.bars.push_back({.lane = op.lane, .ran = op.is_timed ? std::optional(op.span) : std::nullopt});
    spans.push_back(op.span);
  }
  return tracks_of(timeline, spans);
}

TEST(Tracks, WhatRunsInTurnSharesOne) {
  const Tracks tracks = tracks_of_these(2, {{1, {0, 10}}, {0, {5, 20}}, {1, {10, 30}}});
  EXPECT_EQ(tracks.lanes, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(tracks.slices, (std::vector<Slice>{{1, {0, 10}}, {0, {5, 20}}, {1, {10, 30}}}));
}

TEST(Tracks, WhatRunsAtTheSameTimeGetsOneMore) {
  const Tracks tracks = tracks_of_these(2, {{0, {0, 10}}, {0, {5, 15}}, {0, {10, 20}}, {0, {6, 9}}, {1, {0, 1}}});
  EXPECT_EQ(tracks.lanes, (std::vector<std::uint32_t>{0, 0, 0, 1}));
  std::vector<std::uint32_t> placed;
  for (const Slice& slice : tracks.slices) placed.push_back(slice.track);
  EXPECT_EQ(placed, (std::vector<std::uint32_t>{0, 1, 0, 2, 3}));
}

TEST(Tracks, WhatWasNotTimedGivesWay) {
  const Tracks tracks = tracks_of_these(1, {{0, {7, 7}, false}, {0, {7, 7}, false}, {0, {0, 9}}});
  EXPECT_EQ(tracks.lanes, std::vector<std::uint32_t>{0});
  EXPECT_EQ(tracks.slices, (std::vector<Slice>{{0, {9, 10}}, {0, {10, 11}}, {0, {0, 9}}}));
}

TEST(Arrows, PointFromSliceToSliceForwardInTime) {
  EXPECT_EQ(arrow_between({0, 10}, {20, 30}), (Arrow{.begin = 9, .end = 20}));
  EXPECT_EQ(arrow_between({5, 10}, {0, 30}), (Arrow{.begin = 9, .end = 9})) << "a wait for it began before it did";
  EXPECT_EQ(arrow_between({0, 30}, {5, 10}), (Arrow{.begin = 9, .end = 9}));
  EXPECT_EQ(arrow_between({20, 30}, {0, 20}), (Arrow{.reversed = true, .begin = 19, .end = 20}));
}

}  // namespace
}  // namespace cudep::exports
