// Sites of findings, in frames that any run has.
#include "cli/provoke/sites.h"

#include <gtest/gtest.h>

#include "rules/check.h"
#include "tracer/replay/trace_builder.h"

namespace cudep::provoke {
namespace {

using DelaySites = std::vector<format::DelaySite>;

constexpr std::uint64_t kBase = 0x1000;  // where TraceBuilder's lines begin

/// A program of one module, with a buffer on the host and one on the device.
replay::TraceBuilder in_app() {
  replay::TraceBuilder builder;
  builder.trace().modules.push_back(
      {.path = "/app", .begin = kBase - 16, .end = kBase + 1000, .bias = kBase - 32, .build_id = {1, 2, 3}});
  builder.allocate("cuMemAllocHost", 0x700000, 4096);
  builder.allocate("cuMemAlloc", 0x7f0000, 4096);
  return builder;
}

/// A kernel and a copy in two streams.
replay::TraceBuilder two_streams() {
  replay::TraceBuilder builder = in_app();
  const auto producer = builder.stream();
  const auto consumer = builder.stream();
  const auto kernel = builder.kernel("_Z4fillPf", {8});
  builder.at(20);
  builder.launch(kernel, producer, {0x7f0000});
  builder.at(23);
  builder.copy("cuMemcpyDtoHAsync", 0x700000, 0x7f0000, 4096, consumer);
  return builder;
}

format::DelaySite site(std::uint32_t line, std::vector<std::uint32_t> instances = {0}) {
  return {.frames = {{.path = "/app", .build_id = {1, 2, 3}, .offset = kBase + line - (kBase - 32)}},
          .instances = std::move(instances)};
}

TEST(Sites, TheEarlierOperationOfAFinding) {
  replay::TraceBuilder builder = two_streams();
  replay::Symbols symbols;
  const replay::Replayed run = replay::replay(builder.trace(), symbols, {});
  const auto findings = rules::merge(rules::check(run.list));
  ASSERT_EQ(findings.size(), 1U);
  SubmissionSites sites(builder.trace(), run, symbols);
  EXPECT_EQ(sites.of(findings[0]).sites, DelaySites{site(20)});
}

TEST(Sites, TheHostIsNotDelayed) {
  replay::TraceBuilder builder = two_streams();
  replay::Symbols symbols;
  const replay::Replayed run = replay::replay(builder.trace(), symbols, {});
  auto finding = rules::merge(rules::check(run.list)).at(0);
  finding.earlier.on_host = true;
  finding.later.frames.clear();
  SubmissionSites sites(builder.trace(), run, symbols);
  EXPECT_TRUE(sites.of(finding).sites.empty());
  EXPECT_FALSE(sites.of(finding).why_none.empty());
}

TEST(Sites, OnlyThoseThatNothingOrdersAreMeant) {
  replay::TraceBuilder builder = in_app();
  const auto one = builder.stream();
  const auto two = builder.stream();
  const auto consumer = builder.stream();
  const auto event = builder.event();
  const auto kernel = builder.kernel("_Z4fillPf", {8});
  builder.at(20);
  builder.launch(kernel, two, {0x7f0000});
  builder.use("cuEventRecord", event, two);
  builder.use("cuStreamWaitEvent", event, one);
  builder.launch(kernel, one, {0x7f0000});
  builder.at(22);
  builder.use("cuStreamWaitEvent", event, consumer);
  builder.at(23);
  builder.copy("cuMemcpyDtoHAsync", 0x700000, 0x7f0000, 4096, consumer);
  replay::Symbols symbols;
  const replay::Replayed run = replay::replay(builder.trace(), symbols, {});
  const auto findings = rules::merge(rules::check(run.list));
  ASSERT_EQ(findings.size(), 1U);
  SubmissionSites sites(builder.trace(), run, symbols);
  EXPECT_EQ(sites.of(findings[0]).sites, DelaySites{site(20, {1})}) << "the first one is waited for";
}

TEST(Sites, EachStreamHasThoseOfAllThatItWasGiven) {
  replay::TraceBuilder builder = two_streams();
  replay::Symbols symbols;
  const replay::Replayed run = replay::replay(builder.trace(), symbols, {});
  SubmissionSites sites(builder.trace(), run, symbols);
  const auto streams = sites.by_stream();
  ASSERT_EQ(streams.size(), 2U);
  EXPECT_EQ(streams[0].sites, DelaySites{site(20)});
  EXPECT_EQ(streams[1].sites, DelaySites{site(23)});
}

}  // namespace
}  // namespace cudep::provoke
