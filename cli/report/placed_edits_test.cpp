// Edits in the words of the source, beside whole statements, where their names are seen.
#include "cli/report/placed_edits.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/report/sample_findings.h"

namespace cudep::report {
namespace {

using namespace samples;

/// The sample program with `from` replaced by `to`.
SourceLines changed(std::string_view from, std::string_view to) {
  std::string source(kSource);
  source.replace(source.find(from), from.size(), to);
  SourceLines sources;
  sources.provide(std::string(kFile), source);
  return sources;
}

TEST(Explain, EditsSpeakAsTheSourceDoes) {
  SourceLines sources;
  std::string source(kSource);
  source.replace(source.find("producer>>>"), 8, "streams[i % 2]");
  source.replace(source.find("consumer>>>"), 8, "comm_");
  sources.provide(std::string(kFile), source);
  rules::Finding finding = race();
  finding.earlier.agent = "streams[1]";
  finding.later.agent = "trainer.comm_";
  const Explanation explanation = explain(finding, sources);
  EXPECT_EQ(explanation.advice.front().edit->code,
            "cudaEvent_t scale_done;\n"
            "cudaEventCreateWithFlags(&scale_done, cudaEventDisableTiming);\n"
            "cudaEventRecord(scale_done, streams[i % 2]);");
  EXPECT_EQ(explanation.advice.back().edit->code,
            "cudaStreamWaitEvent(comm_, scale_done);\ncudaEventDestroy(scale_done);");
  EXPECT_NE(explanation.message.find("`trainer.comm_`"), std::string::npos) << "messages name the object";
}

TEST(Explain, NoEventIsMadeWhereItsUseMayBeEnteredWithoutIt) {
  const auto undecided = [](std::string_view between) {
    SourceLines sources;
    std::string source(kSource);
    source.insert(source.find("  add<<<"), between);
    sources.provide(std::string(kFile), source);
    rules::Finding finding = race();
    finding.later.frames.front().site.line += static_cast<std::uint32_t>(std::ranges::count(between, '\n'));
    return explain(finding, sources).advice.front().edit->undecided;
  };
  EXPECT_EQ(undecided("  again();\n"), "");
  EXPECT_NE(undecided("again:\n"), "");
  EXPECT_NE(undecided("  case 3:\n"), "");
  EXPECT_NE(undecided("#if FAST\n"), "");
}

TEST(Explain, EventsOfTheSameFunction) {
  SourceLines sources;
  std::string source(kSource);
  source.replace(source.find("cudaEventRecord(done"), 20, "cudaEventRecord(done_");
  sources.provide(std::string(kFile), source);
  rules::Finding finding = race(rules::Reason::RecordedNotWaitedFor);
  finding.counterpart = with_event("cudaEventRecord", "producer", "ring.done_", 8);
  EXPECT_EQ(explain(finding, sources).advice.front().edit->code, "cudaStreamWaitEvent(consumer, done_);");
  finding.counterpart->frames.front().function = "other";
  EXPECT_EQ(explain(finding, sources).advice.front().edit->code, "cudaStreamWaitEvent(consumer, ring.done_);");
}

TEST(Explain, IndicesAreWrittenAsLongAsTheirBlockIsOpen) {
  const auto advised = [](std::string_view between) {
    SourceLines sources;
    std::string source(kSource);
    const std::string record = "cudaEventRecord(done";
    source.replace(source.find(record), record.size(), "cudaEventRecord(done[slot]");
    const std::size_t end = source.find('\n', source.find("done[slot]"));
    source.insert(end, between);
    sources.provide(std::string(kFile), source);
    rules::Finding finding = race(rules::Reason::RecordedNotWaitedFor);
    finding.counterpart = with_event("cudaEventRecord", "producer", "done[1]", 8);
    return explain(finding, sources).advice.front().edit->code;
  };
  EXPECT_EQ(advised(""), "cudaStreamWaitEvent(consumer, done[slot]);");
  EXPECT_EQ(advised(" { x(); }"), "cudaStreamWaitEvent(consumer, done[slot]);");
  EXPECT_EQ(advised(" } {"), "cudaStreamWaitEvent(consumer, done[1]);");
}

TEST(Explain, NamesOfNewEventsAreNotTaken) {
  SourceLines sources = changed("float* dev;", "float* dev; int scale_done, scale_done_2;");
  EXPECT_TRUE(explain(race(), sources).advice.front().edit->code.starts_with("cudaEvent_t scale_done_3;"));
}

TEST(Explain, ChecksCallsAsTheCodeAroundDoes) {
  SourceLines sources = changed("cudaEventRecord(ready, producer);", "CHECK(cudaEventRecord(ready, producer));");
  EXPECT_EQ(explain(race(), sources).advice.back().edit->code,
            "CHECK(cudaStreamWaitEvent(consumer, scale_done));\nCHECK(cudaEventDestroy(scale_done));");
}

TEST(Explain, MovesStatementsAsTheyAre) {
  SourceLines sources = changed("cudaEventRecord(ready, producer);", "CHECK(cudaEventRecord(ready, producer));  // ok");
  const rules::Finding finding =
      reported_at(race(rules::Reason::RecordedBeforeProducer), "event-recorded-early", record_ready());
  const Explanation explanation = explain(finding, sources);
  EXPECT_EQ(explanation.advice.back().edit->code, "CHECK(cudaEventRecord(ready, producer));  // ok");
  EXPECT_EQ(explanation.advice.back().edit->undecided, "");
}

TEST(Explain, WhatDoesMoreThanToCallStays) {
  SourceLines sources = changed("cudaEventRecord(ready, producer);", "return cudaEventRecord(ready, producer);");
  const rules::Finding finding =
      reported_at(race(rules::Reason::RecordedBeforeProducer), "event-recorded-early", record_ready());
  for (const Advice& advice : explain(finding, sources).advice)
    EXPECT_EQ(advice.edit->undecided, "the statement does more than to call");
}

TEST(Explain, EditsStandWhereTheirNamesAreSeen) {
  SourceLines sources = changed("", "");
  rules::Finding finding = race(rules::Reason::RecordedNotWaitedFor);
  finding.counterpart = with_event("cudaEventRecord", "a", "done", 17);
  finding.counterpart->frames.front().function = "main";
  finding.later.frames.push_back({.site = at(18), .function = "main"});
  const Advice advice = explain(finding, sources).advice.front();
  EXPECT_EQ(advice.site->line, 18U);
  EXPECT_TRUE(advice.text.ends_with("before this call")) << advice.text;
}

TEST(Explain, ElementsThatAnIndexChoosesAreUndecided) {
  SourceLines sources = changed("ready, producer", "ready[slot], producer");
  rules::Finding finding = race(rules::Reason::RecordedNotWaitedFor);
  finding.counterpart = with_event("cudaEventRecord", "producer", "ready[1]", 6);
  finding.counterpart->frames.front().function = "other";
  EXPECT_EQ(explain(finding, sources).advice.front().edit->undecided, "`ready[1]` is chosen by an index");
}

TEST(Explain, MacrosAreNotEdited) {
  SourceLines sources = changed("  sum += out[0];", "  sum += out[0]; \\");
  EXPECT_EQ(explain(host_race(), sources).advice.front().edit->undecided, "the statement is in a macro");
}

}  // namespace
}  // namespace cudep::report
