// Streams and events as the source spells them.
#include "cli/report/written_names.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace cudep::report
