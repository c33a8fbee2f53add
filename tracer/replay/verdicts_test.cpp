// Runs against findings, both written as operations.
#include "tracer/replay/verdicts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rules/check.h"
#include "rules/model/operation_text.h"
#include "tracer/replay/matching.h"

namespace cudep::replay {
namespace {

using rules::VerdictKind;

constexpr std::string_view kEntities =
    "stream producer nonblocking; stream consumer nonblocking; buffer dev device 4096; buffer out pinned 4096; "
    "event done\n";
constexpr std::string_view kProduce = "launch scale on producer writes dev @ app.cu:10:3 in run\n";
constexpr std::string_view kConsume =
    "copy on consumer reads dev writes out \"cudaMemcpyAsync\" @ app.cu:12:3 in run\n";

model::OperationList list(const std::string& text) {
  const auto parsed = model::parse(text, "run.ops");
  if (!parsed) throw std::runtime_error(parsed.error());
  return *parsed;
}

std::string program(std::initializer_list<std::string_view> lines) {
  std::string text(kEntities);
  for (const std::string_view line : lines) text += line;
  return text;
}

std::vector<rules::Finding> racy() { return rules::merge(rules::check(list(program({kProduce, kConsume})))); }

rules::Verdict verdict(const std::string& run, bool complete = true) {
  const auto findings = racy();
  EXPECT_EQ(findings.size(), 1U);
  return verdicts(findings, list(run), {.complete = complete}).at(0);
}

TEST(Verdicts, AnUnorderedPairConfirms) {
  const rules::Verdict result = verdict(program({kProduce, kConsume, kProduce, kConsume}));
  EXPECT_EQ(result.kind, VerdictKind::Confirmed);
  EXPECT_EQ(result.pairs, 2U);
  EXPECT_EQ(result.unordered, 2U);
}

TEST(Verdicts, AWaitThatOrderedIsShown) {
  const rules::Verdict result = verdict(program({kProduce, "record done on producer @ app.cu:11:3 in run\n",
                                                 "wait done on consumer @ app.cu:11:9 in run\n", kConsume}));
  EXPECT_EQ(result.kind, VerdictKind::OrderedInRun);
  ASSERT_EQ(result.edges.size(), 1U);
  EXPECT_EQ(result.edges[0].description, "the wait of stream `consumer` for event `done`");
  EXPECT_EQ(result.edges[0].times, 1U);
  ASSERT_TRUE(result.edges[0].record.has_value());
  EXPECT_EQ(result.edges[0].record->frames.at(0).site.column, 3U);
}

TEST(Verdicts, ASynchronizeOfTheHostIsShown) {
  const rules::Verdict result =
      verdict(program({kProduce, "synchronize stream producer @ app.cu:11:3 in run\n", kConsume}));
  EXPECT_EQ(result.kind, VerdictKind::OrderedInRun);
  ASSERT_EQ(result.edges.size(), 1U);
  ASSERT_TRUE(result.edges[0].place.has_value());
  EXPECT_EQ(result.edges[0].place->frames.at(0).site.line, 11U);
}

TEST(Verdicts, OneStreamIsAnOrder) {
  const rules::Verdict result =
      verdict(program({kProduce, "copy on producer reads dev writes out \"cudaMemcpyAsync\" @ app.cu:12:3 in run\n"}));
  EXPECT_EQ(result.kind, VerdictKind::OrderedInRun);
  ASSERT_EQ(result.edges.size(), 1U);
  EXPECT_EQ(result.edges[0].description, "the order of stream `producer`");
}

TEST(Verdicts, OneUnorderedLapAmongOrderedOnesConfirms) {
  const rules::Verdict result =
      verdict(program({kProduce, "synchronize stream producer\n", kConsume, kProduce, kConsume}));
  EXPECT_EQ(result.kind, VerdictKind::Confirmed);
  EXPECT_EQ(result.pairs, 2U);
  EXPECT_EQ(result.unordered, 1U);
}

TEST(Verdicts, WhatDidNotRunIsNotExercised) {
  EXPECT_EQ(verdict(program({kConsume})).why, "the earlier operation did not run");
  EXPECT_EQ(verdict(program({kProduce})).why, "the later operation did not run");
  EXPECT_EQ(verdict(program({})).kind, VerdictKind::NotExercised);
}

TEST(Verdicts, OtherBytesAreNoMeeting) {
  const rules::Verdict result =
      verdict(program({"launch scale on producer writes dev[0,16) @ app.cu:10:3 in run\n",
                       "copy on consumer reads dev[16,32) writes out \"cudaMemcpyAsync\" @ app.cu:12:3 in run\n"}));
  EXPECT_EQ(result.kind, VerdictKind::NotExercised);
}

TEST(Verdicts, WithDroppedEntriesNoOrderIsSaidToHold) {
  const std::string run = program({kProduce, "synchronize stream producer\n", kConsume});
  EXPECT_EQ(verdict(run, false).kind, VerdictKind::NotExercised);
}

TEST(Verdicts, TimesOfTheGpuSayHowOftenAndByHowMuchTheTwoOverlapped) {
  const model::OperationList run = list(program({kProduce, kConsume, kProduce, kConsume, kProduce, kConsume}));
  const std::vector<std::optional<GpuTime>> times = {{{100, 200}}, {{150, 300}},   // 50 ns
                                                     {{400, 500}}, {{500, 600}},   // one after the other
                                                     {{700, 900}}, std::nullopt};  // not timed
  const rules::Verdict result = verdicts(racy(), run, {.times = times}).at(0);
  EXPECT_EQ(result.unordered, 3U);
  EXPECT_EQ(result.overlap, (rules::Overlap{.timed = 2, .overlapped = 1, .longest = 50}));
  EXPECT_EQ(combined(result, result).overlap, (rules::Overlap{.timed = 4, .overlapped = 2, .longest = 50}));
}

TEST(Verdicts, SeveralRunsAddUp) {
  const rules::Verdict ordered = verdict(program({kProduce, "synchronize stream producer\n", kConsume}));
  const rules::Verdict missed = verdict(program({}));
  const rules::Verdict unordered = verdict(program({kProduce, kConsume}));
  EXPECT_EQ(combined(missed, ordered).kind, VerdictKind::OrderedInRun);
  EXPECT_EQ(combined(ordered, unordered).kind, VerdictKind::Confirmed);
  EXPECT_EQ(combined(ordered, unordered).pairs, 2U);
}

TEST(Matching, FilesByTheShorterName) {
  EXPECT_TRUE(same_file("src/app.cu", "/home/me/src/app.cu"));
  EXPECT_TRUE(same_file("../src/app.cu", "/home/me/src/app.cu"));
  EXPECT_FALSE(same_file("my_app.cu", "/home/me/app.cu"));
  EXPECT_FALSE(same_file("app.cu", "/home/me/my_app.cu"));
  EXPECT_FALSE(same_file("/a/app.cu", "/b/app.cu"));
}

TEST(Matching, ALaunchIsNoCopyOfTheSameLine) {
  const model::OperationList run = list(program({"launch add on producer writes dev @ app.cu:12:30 in run\n"}));
  const auto findings = racy();
  EXPECT_EQ(match(findings[0].later, run.operations[0], run.entities), Match::None);
}

TEST(Matching, WithoutLinesByTheFunction) {
  const model::OperationList run =
      list(program({"copy on consumer reads dev writes out @ \"app(run+0x12)\":0:0 in run\n"}));
  const auto findings = racy();
  EXPECT_EQ(match(findings[0].later, run.operations[0], run.entities), Match::ByFunction);
}

}  // namespace
}  // namespace cudep::replay
