// Lanes, and where bars stand in time.
#include "cli/picture/timeline.h"

#include <gtest/gtest.h>

#include "rules/model/operation_text.h"

namespace cudep::picture {
namespace {

Timeline timeline(const std::vector<Recorded>& recorded) {
  const auto list = model::parse(
      "stream a nonblocking\nstream b nonblocking\nevent e\nbuffer m device 64\n"
      "launch k on b writes m; record e on b; wait e on a; launch k on a reads m; synchronize stream a",
      "test.ops");
  return timeline_of(list.value(), recorded);
}

TEST(Timeline, LanesOfTheHostComeFirst) {
  const Timeline shown = timeline({});
  EXPECT_EQ(shown.lanes, (std::vector<Lane>{{"main thread", true},
                                            {"b", false, model::StreamKind::NonBlocking},
                                            {"a", false, model::StreamKind::NonBlocking}}));
  std::vector<std::uint32_t> lanes;
  for (const Bar& bar : shown.bars) lanes.push_back(bar.lane);
  EXPECT_EQ(lanes, (std::vector<std::uint32_t>{1, 1, 2, 2, 0}));
}

TEST(Timeline, AThreadOfItsOwnHasALane) {
  const Timeline shown = timeline({{}, {}, {}, {}, {.thread = 3}});
  EXPECT_EQ(shown.lanes.front(), (Lane{"host thread 3", true}));
}

TEST(Timeline, HasNoTimesWhereNoneAreRecorded) { EXPECT_TRUE(times_of(timeline({})).empty()); }

TEST(Timeline, WhatWaitsEndsWithWhatItWaitsFor) {
  const std::vector<Recorded> recorded = {{.called = 10, .ran = Span{50, 90}},
                                          {.called = 11},
                                          {.called = 12},
                                          {.called = 13, .ran = Span{95, 99}},
                                          {.called = 14}};
  EXPECT_EQ(times_of(timeline(recorded)), (std::vector<Span>{{50, 90}, {90, 90}, {12, 90}, {95, 99}, {14, 99}}));
}

}  // namespace
}  // namespace cudep::picture
