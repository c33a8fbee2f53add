// The sentences of findings that are no races.
#include "cli/report/remarks.h"

#include <gtest/gtest.h>

#include <array>

#include "cli/report/phrases.h"
#include "cli/report/sample_findings.h"

namespace cudep::report {
namespace {

using rules::Finding;
using rules::Reason;

Finding remark(Reason reason, rules::Place at) {
  Finding finding;
  finding.hazard.reset();
  finding.reason = reason;
  finding.earlier = at;
  finding.later = std::move(at);
  finding.primary = finding.later.frames.front();
  return finding;
}

rules::Place host_call(std::string label, std::string agent, std::uint32_t line) {
  rules::Place place = samples::host(std::move(label), line);
  place.agent = std::move(agent);
  return place;
}

TEST(Remarks, TimeBeforeCompletionNamesTheEventAndTheRecord) {
  Finding finding = remark(Reason::TimeBeforeCompletion, host_call("cudaEventElapsedTime", "", 14));
  finding.evidence = samples::record_done();
  const Explanation explanation = explain(finding);
  EXPECT_EQ(explanation.message, "cudaEventElapsedTime may fail: nothing makes the host wait for event `done` before");
  ASSERT_EQ(explanation.notes.size(), 1);
  EXPECT_EQ(explanation.notes[0].text, "recorded here on stream `producer`");
  EXPECT_EQ(explanation.notes[0].site, samples::at(8));
  ASSERT_EQ(explanation.advice.size(), 1);
  EXPECT_EQ(explanation.advice[0].edit->code, "cudaEventSynchronize(done);");
}

TEST(Remarks, ARedundantWaitIsNamedByWhatItWaitsFor) {
  EXPECT_EQ(explain(remark(Reason::NothingToOrder, samples::wait_done())).message,
            "the wait of stream `consumer` for event `done` orders nothing that is not ordered already");
  EXPECT_EQ(explain(remark(Reason::NothingToOrder, host_call("cudaStreamSynchronize", "other", 13))).message,
            "cudaStreamSynchronize of `other` orders nothing that is not ordered already");
}

TEST(Remarks, WhatIsHeldBackIsShown) {
  Finding finding = remark(Reason::SynchronizeInPipeline, host_call("cudaDeviceSynchronize", "", 13));
  finding.evidence = samples::scale();
  finding.counterpart = samples::add();
  const Explanation explanation = explain(finding);
  ASSERT_EQ(explanation.notes.size(), 2);
  EXPECT_EQ(explanation.notes[0].text, "a lap submits kernel `scale` on stream `producer`");
  EXPECT_EQ(explanation.notes[1].text, "and kernel `add` on stream `consumer`");
}

/// No reason of these rules is left without a sentence of its own.
TEST(Remarks, EveryReasonHasASentence) {
  constexpr std::array kReasons = {
      Reason::EventKeepsNoTimes,     Reason::TimeOfUnrecordedEvent, Reason::TimeBeforeCompletion,
      Reason::LaunchNotChecked,      Reason::SynchronizeNotChecked, Reason::PageableCopy,
      Reason::SynchronizeInPipeline, Reason::DefaultStreamBetween,  Reason::NothingToOrder,
      Reason::MoreStreamsThanQueues, Reason::StreamMadeInEachLap};
  for (const Reason reason : kReasons)
    EXPECT_NE(explain(remark(reason, samples::scale())).message, "kernel `scale`") << name(reason);
}

}  // namespace
}  // namespace cudep::report
