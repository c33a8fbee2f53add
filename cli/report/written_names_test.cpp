// Streams and events as the source spells them.
#include "cli/report/written_names.h"

#include <gtest/gtest.h>

#include "cli/report/placed_edits.h"
#include "cli/report/sample_findings.h"

namespace cudep::report {
namespace {

using namespace samples;

std::optional<std::string> stream(std::string_view line, std::string label) {
  return stream_as_written(line, place(std::move(label), "s", 1));
}

TEST(StreamAsWritten, OfLaunches) {
  EXPECT_EQ(stream("  k<<<dim3(a, b), 256, 0, streams[i % 2]>>>(x, y);", "kernel `k`"), "streams[i % 2]");
  EXPECT_EQ(stream("k<<<g, b, 0, get(a, b)>>>(x)", "kernel `k`"), "get(a, b)");
  EXPECT_EQ(stream("k<<<g, b>>>(x)", "kernel `k`"), std::nullopt);
  EXPECT_EQ(stream("k<<<g, b, 0,", "kernel `k`"), std::nullopt) << "goes on in the next line";
  EXPECT_EQ(stream("k<<<g, b, 0, s>>>(x); k<<<g, b, 0, t>>>(x);", "kernel `k`"), std::nullopt);
}

TEST(StreamAsWritten, OfCalls) {
  EXPECT_EQ(stream("CHECK(cudaMemcpyAsync(a, b, n * sizeof(float), kind, this->copy_));", "cudaMemcpyAsync"),
            "this->copy_");
  EXPECT_EQ(stream("cudaMemcpyAsync(a, b, n, kind);", "cudaMemcpyAsync"), std::nullopt);
  EXPECT_EQ(stream("upload(a);", "cudaMemcpyAsync"), std::nullopt);
}

TEST(EventAsWritten, OfCalls) {
  EXPECT_EQ(event_as_written("cudaEventRecord(slot.done, s);", record_done()), "slot.done");
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
  EXPECT_EQ(explanation.advice.front().edit->code, "cudaEventRecord(event, streams[i % 2]);");
  EXPECT_EQ(explanation.advice.back().edit->code, "cudaStreamWaitEvent(comm_, event);");
  EXPECT_NE(explanation.message.find("`trainer.comm_`"), std::string::npos) << "messages name the object";
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

}  // namespace
}  // namespace cudep::report
