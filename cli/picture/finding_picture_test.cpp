// Findings become paths again.
#include "cli/picture/finding_picture.h"

#include <gtest/gtest.h>

#include "cli/report/sample_findings.h"

namespace cudep::picture {
namespace {

using report::samples::place;
using report::samples::with_event;

rules::Finding recorded_early() {
  rules::Finding finding{.rule = "event-recorded-early", .reason = rules::Reason::RecordedBeforeProducer};
  finding.earlier = place("kernel `scale`", "producer", 7);
  finding.later = place("kernel `add`", "consumer", 10);
  finding.evidence = with_event("cudaEventRecord", "producer", "ready", 6);
  finding.buffer = "dev";
  finding.path = {*finding.evidence, finding.earlier, with_event("cudaStreamWaitEvent", "consumer", "ready", 9),
                  finding.later};
  return finding;
}

TEST(FindingPicture, ShowsThePathWithItsOrder) {
  const Picture picture = picture_of_findings("lint.json", {recorded_early()});
  ASSERT_EQ(picture.timelines.size(), 1U);
  const Timeline& timeline = picture.timelines.front();
  EXPECT_EQ(timeline.lanes, (std::vector<Lane>{{"producer", false}, {"consumer", false}}));
  EXPECT_EQ(timeline.edges, (std::vector<Edge>{{0, 2, EdgeKind::Event}}));
  EXPECT_EQ(picture.findings.front().pairs, (std::vector<Pair>{{1, 3, false}}));
  EXPECT_EQ(picture.findings.front().steps, (std::vector<Step>{{0, Step::Role::Evidence}}));
}

TEST(FindingPicture, BothOperationsUseTheMemory) {
  const model::OperationList list = operations_of(recorded_early());
  ASSERT_EQ(list.entities.buffers.size(), 1U);
  EXPECT_EQ(list.entities.buffers.front().name, "dev");
  ASSERT_EQ(list.operations[1].accesses.size(), 1U);
  EXPECT_EQ(list.operations[1].accesses.front().kind, model::AccessKind::Write);
  ASSERT_EQ(list.operations[3].accesses.size(), 1U);
  EXPECT_EQ(list.operations[3].accesses.front().kind, model::AccessKind::Read);
}

TEST(FindingPicture, WhatThePathLacksStandsBeforeTheLaterOperation) {
  rules::Finding finding = recorded_early();
  finding.more_earlier = {place("cudaMemsetAsync", "producer", 8)};
  const Picture picture = picture_of_findings("lint.json", {finding});
  EXPECT_EQ(picture.findings.front().pairs, (std::vector<Pair>{{1, 4, false}, {3, 4, false}}));
}

TEST(FindingPicture, OneCallMayBeBothOperations) {
  rules::Finding finding = recorded_early();
  finding.evidence.reset();
  finding.later = finding.earlier;
  finding.path = {finding.earlier, finding.later};
  EXPECT_EQ(picture_of_findings("lint.json", {finding}).findings.front().pairs, (std::vector<Pair>{{0, 1, false}}));
}

TEST(FindingPicture, WithoutARaceTheOperationItself) {
  rules::Finding finding = recorded_early();
  finding.hazard.reset();
  finding.evidence.reset();
  finding.path.clear();
  const Picture picture = picture_of_findings("lint.json", {finding});
  EXPECT_TRUE(picture.findings.front().pairs.empty());
  EXPECT_EQ(picture.findings.front().steps, (std::vector<Step>{{0, Step::Role::Reported}}));
}

}  // namespace
}  // namespace cudep::picture
