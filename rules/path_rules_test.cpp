// The rules that look at whole paths, on operations in their text form: what each reports, and what keeps it quiet.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "rules/check.h"
#include "rules/model/operation_text.h"

namespace cudep::rules {
namespace {

constexpr std::string_view kEntities = R"(
stream legacy "0" legacy
stream a blocking
stream b blocking
stream c nonblocking
stream d nonblocking
buffer x device 1024
buffer y device 1024
buffer z device 1024
buffer pinned pinned 1024
buffer heap pageable 1048576
buffer big device 1048576
event start timing
event stop timing
event order
)";

std::vector<Finding> findings(std::string_view rule, std::string_view operations, CheckOptions options = {}) {
  const auto list = model::parse(std::string(kEntities) + std::string(operations), "test.ops");
  EXPECT_TRUE(list) << list.error();
  if (!list) return {};
  const RuleSet only{std::string(rule)};
  options.rules = &only;
  std::vector<Finding> found = merge(check(*list, options));
  std::erase_if(found, [&](const Finding& finding) { return finding.rule != rule; });
  return found;
}

std::vector<Reason> reasons(std::string_view rule, std::string_view operations, const CheckOptions& options = {}) {
  std::vector<Reason> all;
  for (const Finding& finding : findings(rule, operations, options)) all.push_back(finding.reason);
  return all;
}

using Reasons = std::vector<Reason>;

TEST(PathRules, ATimeNeedsEventsThatAreKnownToBeComplete) {
  const std::string measure =
      "create event start; create event stop\nrecord start on c\nlaunch on c\nrecord stop on c\n";
  EXPECT_EQ(reasons("elapsed-time-misuse", measure + "elapsed time uses start stop"),
            Reasons{Reason::TimeBeforeCompletion});
  EXPECT_EQ(reasons("elapsed-time-misuse", measure + "synchronize event stop\nelapsed time uses start stop"),
            Reasons{});
  EXPECT_EQ(reasons("elapsed-time-misuse", measure + "synchronize stream c\nelapsed time uses start stop"), Reasons{});
  EXPECT_EQ(reasons("elapsed-time-misuse", measure + "unknown call synchronizes\nelapsed time uses start stop"),
            Reasons{});
}

TEST(PathRules, WhoLendsAStreamToAProgramMayHaveWaited) {
  const auto measured_in = [](std::string_view function) {
    const std::string place = " @ a.cu:1:1 in " + std::string(function) + "\n";
    return reasons("elapsed-time-misuse",
                   "stream lent unknown\ncreate event start; create event stop\nrecord start on lent" + place +
                       "record stop on lent" + place + "elapsed time uses start stop" + place);
  };
  EXPECT_EQ(measured_in("main"), Reasons{});
  EXPECT_EQ(measured_in("measure"), Reasons{Reason::TimeBeforeCompletion});
}

TEST(PathRules, ATimeNeedsRecordsAndTimes) {
  EXPECT_EQ(reasons("elapsed-time-misuse",
                    "create event start; create event stop\nrecord start on c\nsynchronize device\n"
                    "elapsed time uses start stop"),
            Reasons{Reason::TimeOfUnrecordedEvent});
  EXPECT_EQ(reasons("elapsed-time-misuse",
                    "create event start; create event order\nrecord start on c\nrecord order on c\n"
                    "synchronize device\nelapsed time uses start order"),
            Reasons{Reason::EventKeepsNoTimes});
  // What is not made on the path may have been recorded before.
  EXPECT_EQ(reasons("elapsed-time-misuse", "record start on c\nsynchronize device\nelapsed time uses start stop"),
            Reasons{});
}

TEST(PathRules, AnErrorIsLookedAtByAnyLaterLook) {
  EXPECT_EQ(reasons("unchecked-launch", "launch on c @ a.cu:1:1 in main"), Reasons{Reason::LaunchNotChecked});
  EXPECT_EQ(reasons("unchecked-launch", "launch on c @ a.cu:1:1 in main\ncheck error"), Reasons{});
  EXPECT_EQ(reasons("unchecked-launch", "launch on c @ a.cu:1:1 in main\nsynchronize device"), Reasons{});
  EXPECT_EQ(reasons("unchecked-launch", "launch on c @ a.cu:1:1 in main\nunknown call"), Reasons{});
  EXPECT_EQ(reasons("unchecked-launch", "launch on c @ a.cu:1:1 in step"), Reasons{});
}

TEST(PathRules, AnErrorIsNotLookedAtWhenTheResultIsDropped) {
  const std::string dropped = "launch on c @ a.cu:1:1 in main\nsynchronize device dropped @ a.cu:2:1 in main";
  EXPECT_EQ(reasons("unchecked-launch", dropped), (Reasons{Reason::LaunchNotChecked, Reason::SynchronizeNotChecked}));
  EXPECT_EQ(reasons("unchecked-launch", dropped, {.recorded = true}), Reasons{});
  EXPECT_EQ(reasons("unchecked-launch", dropped, {.whole = false}), Reasons{});
}

TEST(PathRules, FragileOrderNamesWhatHappensToWait) {
  EXPECT_EQ(reasons("fragile-order", "copy on c reads big writes heap\nread heap"), Reasons{Reason::PageableCopyWaits});
  EXPECT_EQ(reasons("fragile-order", "launch on c writes x\nfree x"), Reasons{Reason::FreeWaits});
  EXPECT_EQ(reasons("fragile-order", "launch on c writes pinned\nfree x\nread pinned"), Reasons{Reason::FreeWaits});
  EXPECT_EQ(reasons("fragile-order", "launch on a writes pinned\nsynchronize stream legacy\nread pinned"),
            Reasons{Reason::UnpromisedWait});
  EXPECT_EQ(reasons("fragile-order", "launch on c writes pinned\nsynchronize stream c\nfree x\nread pinned"),
            Reasons{});
}

TEST(PathRules, FragileOrderNamesTheLegacyStream) {
  EXPECT_EQ(reasons("fragile-order", "launch on a writes x\nlaunch on legacy reads x writes y"),
            Reasons{Reason::LegacyStreamOrders});
  const auto between =
      findings("fragile-order", "launch on a writes x\nmemset on legacy writes y\nlaunch on b writes x");
  ASSERT_EQ(between.size(), 1);
  EXPECT_EQ(between[0].reason, Reason::LegacyStreamOrders);
  EXPECT_EQ(between[0].evidence->label, "cudaMemsetAsync");
  EXPECT_EQ(reasons("fragile-order", "launch on a writes x\nlaunch on legacy writes y\nlaunch on a writes x"),
            Reasons{});
}

TEST(PathRules, PageableCopiesWaitUnlessTheyAreSmallOrWaitedForAnyway) {
  EXPECT_EQ(reasons("pageable-async-copy", "copy on c reads big writes heap\nlaunch on d writes x"),
            Reasons{Reason::PageableCopy});
  EXPECT_EQ(reasons("pageable-async-copy", "copy on c reads big writes heap\nsynchronize stream c"), Reasons{});
  EXPECT_EQ(reasons("pageable-async-copy", "copy on c reads heap writes big\nlaunch on d writes x"),
            Reasons{Reason::PageableCopy});
  EXPECT_EQ(reasons("pageable-async-copy", "copy on c reads heap[0,64) writes big[0,64)\nlaunch on d writes x"),
            Reasons{});
  EXPECT_EQ(reasons("pageable-async-copy", "copy on c reads x writes pinned\nlaunch on d writes y"), Reasons{});
}

TEST(PathRules, ASynchronizeInEachLapIsNeedlessWhenNothingRacesWithoutIt) {
  constexpr std::string_view kSynchronize = "synchronize device @ loop.cu:9:1\n";
  const auto laps = [&](const std::string& lap) {
    return lap + std::string(kSynchronize) + lap + std::string(kSynchronize) + lap + std::string(kSynchronize);
  };
  EXPECT_EQ(reasons("sync-in-pipeline", laps("launch on c writes x\nlaunch on d writes y\n")),
            Reasons{Reason::SynchronizeInPipeline});
  EXPECT_EQ(reasons("sync-in-pipeline", laps("launch on c writes x\n")), Reasons{});
  EXPECT_EQ(reasons("sync-in-pipeline", laps("launch on c writes pinned\nlaunch on d writes y\n") + "read pinned"),
            Reasons{Reason::SynchronizeInPipeline});
  EXPECT_EQ(reasons("sync-in-pipeline", laps("launch on c writes x\nlaunch on d reads x writes y\n")),
            Reasons{});  // the laps race already, and one synchronize is all that keeps them apart
}

TEST(PathRules, StreamZeroKeepsApartWhatCouldOverlap) {
  EXPECT_EQ(
      reasons("default-stream-in-pipeline", "launch on a writes x\nmemset on legacy writes z\nlaunch on b writes y"),
      Reasons{Reason::DefaultStreamBetween});
  EXPECT_EQ(
      reasons("default-stream-in-pipeline", "launch on a writes x\nmemset on legacy writes x\nlaunch on b writes y"),
      Reasons{});
  EXPECT_EQ(
      reasons("default-stream-in-pipeline", "launch on c writes x\nmemset on legacy writes z\nlaunch on d writes y"),
      Reasons{});
  EXPECT_EQ(reasons("default-stream-in-pipeline",
                    "launch on a writes x\nsynchronize device\nmemset on legacy writes z\nlaunch on b writes y"),
            Reasons{});
}

TEST(PathRules, AWaitIsRedundantOnlyWhenItIsSoEachTime) {
  EXPECT_EQ(reasons("redundant-wait", "launch on c writes x\nrecord order on c\nwait order on c"),
            Reasons{Reason::NothingToOrder});
  EXPECT_EQ(reasons("redundant-wait", "launch on c writes x\nrecord order on c\nwait order on d"), Reasons{});
  constexpr std::string_view kWait = "wait order on d @ loop.cu:5:1\n";
  EXPECT_EQ(
      reasons("redundant-wait", "launch on c writes x\nrecord order on c\n" + std::string(kWait) + std::string(kWait)),
      Reasons{});
  EXPECT_EQ(reasons("redundant-wait", "launch on c writes x\nsynchronize stream c\nsynchronize stream c"),
            Reasons{Reason::NothingToOrder});
  EXPECT_EQ(reasons("redundant-wait", "launch on c writes x\nsynchronize stream c\nunknown call\nsynchronize stream c"),
            Reasons{});
}

TEST(PathRules, AStreamThatIsMadeAnewInEachLap) {
  std::string laps;
  for (int lap = 0; lap < 3; ++lap)
    laps += "create stream c @ loop.cu:3:1\nlaunch on c writes x\ndestroy stream c @ loop.cu:5:1\n";
  EXPECT_EQ(reasons("too-many-streams", laps), Reasons{Reason::StreamMadeInEachLap});
  EXPECT_EQ(reasons("too-many-streams", laps + "create stream c @ loop.cu:3:1\nlaunch on c writes x"), Reasons{});
}

TEST(PathRules, MoreStreamsThanADeviceHasQueues) {
  const auto program = [](int streams) {
    std::string declared, made;
    for (int i = 0; i < streams; ++i) {
      declared += "stream s" + std::to_string(i) + " nonblocking\n";
      made += "create stream s" + std::to_string(i) + "\nlaunch on s" + std::to_string(i) + "\n";
    }
    return declared + made;
  };
  EXPECT_EQ(reasons("too-many-streams", program(32)), Reasons{});
  EXPECT_EQ(reasons("too-many-streams", program(40)), Reasons{Reason::MoreStreamsThanQueues});
}

TEST(PathRules, OnlyThoseAskedForLook) {
  const auto list = model::parse(std::string(kEntities) + "launch on c writes x\nfree x", "test.ops");
  ASSERT_TRUE(list);
  EXPECT_TRUE(check(*list).empty());  // fragile-order is off by default
}

}  // namespace
}  // namespace cudep::rules
