// What becomes of recorded calls.
#include "tracer/replay/replay.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "rules/check.h"
#include "rules/model/operation_text.h"
#include "tracer/replay/trace_builder.h"

namespace cudep::replay {
namespace {

constexpr std::uint64_t kDevice = 0x7f0000000000;
constexpr std::uint64_t kInput = 0x600000;
constexpr std::uint64_t kOutput = 0x700000;
constexpr std::uint64_t kBytes = 16384;

Replayed replayed(TraceBuilder& builder, const ReplayOptions& options = {}) {
  Symbols symbols;
  return replay(builder.trace(), symbols, options);
}

std::vector<rules::Finding> findings(TraceBuilder& builder, const ReplayOptions& options = {}) {
  return rules::merge(rules::check(replayed(builder, options).list));
}

/// A producer writes what a copy in another stream reads; `waits` orders the two.
TraceBuilder two_streams(bool waits) {
  TraceBuilder builder;
  const auto producer = builder.stream();
  const auto consumer = builder.stream();
  const auto filled = builder.event();
  const auto kernel = builder.kernel("_Z11double_eachPfi", {8, 4});
  builder.at(10);
  builder.allocate("cuMemAllocHost", kOutput, kBytes);
  builder.at(11);
  builder.allocate("cuMemAlloc", kDevice, kBytes);
  builder.at(20);
  builder.launch(kernel, producer, {kDevice, 4096});
  builder.at(21);
  builder.use("cuEventRecord", filled, producer);
  if (waits) {
    builder.at(22);
    builder.use("cuStreamWaitEvent", filled, consumer);
  }
  builder.at(23);
  builder.copy("cuMemcpyDtoHAsync", kOutput, kDevice, kBytes, consumer);
  return builder;
}

/// A buffer on the device that both streams may use.
class BufferOfTwoStreams : public testing::Test {
 protected:
  BufferOfTwoStreams() { builder_.allocate("cuMemAlloc", kDevice, kBytes); }
  TraceBuilder builder_;
  format::StreamId a_ = builder_.stream();
  format::StreamId b_ = builder_.stream();
};

TEST(Replay, FindsTheMissingWait) {
  TraceBuilder builder = two_streams(false);
  const auto found = findings(builder);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "unordered-stream-access");
  EXPECT_EQ(found[0].primary.site, (model::Site{"/src/app.cu", 23, 3}));
  EXPECT_EQ(found[0].primary.function, "main");
  EXPECT_EQ(found[0].earlier.label, "kernel `double_each`");
  EXPECT_EQ(found[0].later.label, "cuMemcpyDtoHAsync");
  EXPECT_EQ(found[0].allocated, (model::Site{"/src/app.cu", 11, 3}));
  EXPECT_EQ(found[0].confidence, rules::Confidence::Likely) << "the kernel may write, by its signature";
}

TEST(Replay, IsQuietWithTheWait) {
  TraceBuilder builder = two_streams(true);
  EXPECT_EQ(findings(builder).size(), 0U);
}

/// A copy to the host, and then host code that reads or writes there; `waits` orders the two.
TraceBuilder copy_and_access(bool is_write, bool waits) {
  TraceBuilder builder;
  const auto stream = builder.stream();
  builder.at(10);
  builder.allocate("cuMemAllocHost", kOutput, kBytes);
  builder.allocate("cuMemAlloc", kDevice, kBytes);
  builder.at(20);
  builder.copy("cuMemcpyDtoHAsync", kOutput, kDevice, kBytes, stream);
  if (waits) builder.on("cuStreamSynchronize", stream);
  builder.at(21);
  builder.access(kOutput + 40, is_write);
  return builder;
}

TEST(Replay, HostCodeThatReadsOrWritesWhatIsInFlight) {
  TraceBuilder reads = copy_and_access(false, false);
  const auto early = findings(reads);
  ASSERT_EQ(early.size(), 1U);
  EXPECT_EQ(early[0].rule, "host-read-before-sync");
  EXPECT_EQ(early[0].primary.site, (model::Site{"/src/app.cu", 21, 3}));
  EXPECT_EQ(early[0].later.label, "read of host memory");
  TraceBuilder writes = copy_and_access(true, false);
  const auto overwritten = findings(writes);
  ASSERT_EQ(overwritten.size(), 1U);
  EXPECT_EQ(overwritten[0].rule, "host-write-in-flight");
}

TEST(Replay, HostCodeThatWaitedIsRight) {
  TraceBuilder reads = copy_and_access(false, true);
  EXPECT_EQ(findings(reads).size(), 0U);
  TraceBuilder elsewhere = copy_and_access(false, false);
  std::get<format::HostAccess>(elsewhere.trace().calls.back().detail).address = kInput;
  EXPECT_EQ(findings(elsewhere).size(), 0U) << "memory beside it, on the same page";
}

TEST(Replay, OperationsHaveTheTimesOfWhatTheySubmitted) {
  TraceBuilder builder = two_streams(false);
  builder.trace().calls.back().correlation = 7;
  builder.trace().activities = {{.correlation = 7, .begin = 20, .end = 30}, {.correlation = 7, .begin = 10, .end = 25}};
  const Replayed run = replayed(builder);
  ASSERT_EQ(run.times.size(), run.list.operations.size());
  EXPECT_EQ(run.times.back(), (GpuTime{10, 30}));
  EXPECT_EQ(std::ranges::count_if(run.times, [](const auto& time) { return time.has_value(); }), 1);
}

/// The arguments of PyTorch's element-wise kernel: a count, a functor, and an array of pointers with the result's
/// first.
std::vector<std::byte> elementwise(std::uint32_t count, std::uint64_t result, std::uint64_t input) {
  std::vector<std::byte> arguments(32);
  std::memcpy(arguments.data(), &count, sizeof(count));
  std::memcpy(arguments.data() + 16, &result, sizeof(result));
  std::memcpy(arguments.data() + 24, &input, sizeof(input));
  return arguments;
}

constexpr const char* kElementwise =
    "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_11FillFunctorIfEESt5arrayIPcLm2EEEEviT0_T1_";

void launch_elementwise(TraceBuilder& builder, format::StreamId stream, std::vector<std::byte> arguments) {
  if (builder.trace().kernels.empty())
    builder.trace().kernels = {{.name = kElementwise, .parameters = {{0, 4}, {4, 8}, {16, 16}}}};
  format::Call& made = builder.call("cuLaunchKernel");
  made.stream = stream;
  made.detail = format::Launch{.kernel = format::KernelId{0}, .arguments = std::move(arguments)};
}

TEST_F(BufferOfTwoStreams, PointersInKernelsOfKnownLibrariesAreKnown) {
  launch_elementwise(builder_, a_, elementwise(1024, kDevice, kDevice));
  launch_elementwise(builder_, b_, elementwise(1024, kDevice + 8192, kDevice));
  const auto found = findings(builder_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].confidence, rules::Confidence::Certain);
  EXPECT_EQ(found[0].hazard, rules::Hazard::ReadAfterWrite);
}

TEST_F(BufferOfTwoStreams, OtherTensorsOfOneAllocationDoNotMeet) {
  launch_elementwise(builder_, a_, elementwise(1024, kDevice, kDevice + 4096));
  launch_elementwise(builder_, b_, elementwise(1024, kDevice + 8192, kDevice + 4096));
  EXPECT_EQ(findings(builder_).size(), 0U);
}

TEST_F(BufferOfTwoStreams, APointerToConstIsRead) {
  const auto reads = builder_.kernel("_Z4readPKfi", {8, 4});
  builder_.launch(reads, a_, {kDevice, 1});
  builder_.launch(reads, b_, {kDevice, 1});
  EXPECT_EQ(findings(builder_).size(), 0U);
}

TEST_F(BufferOfTwoStreams, TwoUnknownDirectionsAreOnlyPossible) {
  const auto kernel = builder_.kernel("_Z4workPfi", {8, 4});
  builder_.launch(kernel, a_, {kDevice, 1});
  builder_.launch(kernel, b_, {kDevice, 1});
  const auto found = findings(builder_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].confidence, rules::Confidence::Possible);
}

TEST_F(BufferOfTwoStreams, APointerInAStructIsOnlyPossible) {
  const auto kernel = builder_.kernel("_Z4work6Tensor", {8});
  builder_.launch(kernel, a_, {kDevice});
  builder_.copy("cuMemcpyDtoHAsync", kOutput, kDevice, kBytes, b_);
  const auto found = findings(builder_);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].confidence, rules::Confidence::Possible);
}

TEST(Replay, ASummaryGivesTheBytes) {
  // x[i] is written for i < n: bytes [0, 4n).
  kernels::SummaryFile file;
  kernels::Summary& summary = file.kernels["_Z4workPfi"];
  summary.body_seen = true;
  summary.symbols[model::SymbolId{0}] = kernels::ParameterField{.parameter = 1};
  summary.accesses.push_back({.root = kernels::ParameterField{.parameter = 0},
                              .kind = model::AccessKind::Write,
                              .high = {{.end = model::Form::symbol(model::SymbolId{0}) * 4}},
                              .dense = true});
  for (const std::uint64_t second : {2048U, 2047U}) {
    TraceBuilder builder;
    const auto a = builder.stream();
    const auto b = builder.stream();
    const auto kernel = builder.kernel("_Z4workPfi", {8, 4});
    builder.allocate("cuMemAlloc", kDevice, kBytes);
    builder.launch(kernel, a, {kDevice, 2048});
    builder.launch(kernel, b, {kDevice + 4 * second, 2048});
    const auto found = findings(builder, {.kernels = &file});
    ASSERT_EQ(found.size(), second == 2048 ? 0U : 1U);
    if (!found.empty()) EXPECT_EQ(found[0].confidence, rules::Confidence::Certain);
  }
}

TEST_F(BufferOfTwoStreams, RowsOfACopyThatLieBetweenThoseOfAnotherAreApart) {
  builder_.allocate("cuMemAllocHost", kInput, kBytes);
  for (const std::uint64_t half : {0U, 1U}) {
    const format::CopyShape shape{.width = 64, .height = 4, .depth = 1, .destination_pitch = 128, .source_pitch = 64};
    format::Call& call = builder_.call("cuMemcpy2DAsync");
    call.stream = half == 0 ? a_ : b_;
    call.detail = format::Copy{.destination = kDevice + 64 * half, .source = kInput, .bytes = 256, .shape = shape};
  }
  EXPECT_EQ(findings(builder_).size(), 0U);
  builder_.copy("cuMemcpyDtoDAsync", kDevice + 4096, kDevice + 63, 1, b_);
  EXPECT_EQ(findings(builder_).size(), 1U) << "the last byte of the first row";
}

TEST(Replay, AnAddressThatComesBackIsAnotherBuffer) {
  TraceBuilder builder;
  const auto a = builder.stream();
  const auto b = builder.stream();
  builder.allocate("cuMemAllocHost", kInput, kBytes);
  builder.allocate("cuMemAllocAsync", kDevice, kBytes);
  builder.trace().calls.back().stream = a;
  builder.copy("cuMemcpyHtoDAsync", kDevice, kInput, kBytes, a);
  builder.free("cuMemFreeAsync", kDevice);
  builder.trace().calls.back().stream = a;
  builder.allocate("cuMemAllocAsync", kDevice, kBytes);
  builder.trace().calls.back().stream = b;
  builder.copy("cuMemcpyHtoDAsync", kDevice, kInput, kBytes, b);
  EXPECT_EQ(findings(builder).size(), 0U);
}

TEST(Replay, AUseAfterTheEndIsSeen) {
  TraceBuilder builder;
  const auto a = builder.stream();
  builder.allocate("cuMemAllocHost", kInput, kBytes);
  builder.allocate("cuMemAllocAsync", kDevice, kBytes);
  builder.trace().calls.back().stream = a;
  builder.free("cuMemFreeAsync", kDevice);
  builder.trace().calls.back().stream = a;
  builder.at(30);
  builder.copy("cuMemcpyHtoDAsync", kDevice, kInput, kBytes, a);
  const auto found = findings(builder);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].rule, "free-in-flight");
}

TEST(Replay, WhatFailedDidNotHappen) {
  TraceBuilder builder = two_streams(true);
  for (format::Call& call : builder.trace().calls)
    if (call.name() == "cuStreamWaitEvent") call.result = 700;
  EXPECT_EQ(findings(builder).size(), 1U);
}

TEST(Replay, AQueryOrdersOnlyWhenItSucceeds) {
  for (const std::uint16_t result : {0, 600}) {
    TraceBuilder builder;
    const auto a = builder.stream();
    const auto b = builder.stream();
    builder.allocate("cuMemAllocHost", kInput, kBytes);
    builder.allocate("cuMemAlloc", kDevice, kBytes);
    builder.copy("cuMemcpyHtoDAsync", kDevice, kInput, kBytes, a);
    builder.on("cuStreamQuery", a);
    builder.trace().calls.back().result = result;
    builder.copy("cuMemcpyDtoHAsync", kInput, kDevice, kBytes, b);
    EXPECT_EQ(findings(builder).empty(), result == 0);
  }
}

TEST(Replay, ABlockingStreamIsOrderedWithTheLegacyStream) {
  for (const std::uint32_t flags : {0U, 1U}) {
    TraceBuilder builder;
    const auto legacy = builder.legacy_stream();
    const auto other = builder.stream(flags);
    builder.allocate("cuMemAllocHost", kInput, kBytes);
    builder.allocate("cuMemAlloc", kDevice, kBytes);
    builder.copy("cuMemcpyHtoDAsync", kDevice, kInput, kBytes, legacy);
    builder.copy("cuMemcpyDtoHAsync", kInput, kDevice, kBytes, other);
    EXPECT_EQ(findings(builder).empty(), flags == 0);
  }
}

/// Two kernel nodes on one buffer; `ordered`: the second depends on the first.
TraceBuilder built_graph(bool ordered) {
  TraceBuilder builder;
  const auto stream = builder.stream();
  builder.allocate("cuMemAllocHost", kInput, kBytes);
  builder.allocate("cuMemAlloc", kDevice, kBytes);
  builder.trace().graphs.push_back({});
  builder.trace().executables.push_back({});
  for (const std::uint64_t node : {1U, 2U}) {
    builder.at(40 + static_cast<std::uint32_t>(node));
    format::Call& call = builder.call("cuGraphAddMemcpyNode");
    call.detail = format::Copy{.destination = kDevice, .source = kInput, .bytes = kBytes};
    call.node = format::NodeUse{.graph = format::GraphId{0}, .node = node};
    if (node == 2 && ordered) call.node->dependencies = {1};
  }
  builder.call("cuGraphInstantiateWithFlags").detail =
      format::GraphUse{.graph = format::GraphId{0}, .executable = format::ExecutableId{0}};
  format::Call& launch = builder.call("cuGraphLaunch");
  launch.stream = stream;
  launch.detail = format::GraphUse{.executable = format::ExecutableId{0}};
  return builder;
}

TEST(Replay, NodesOfABuiltGraphAreOrderedByTheirDependencies) {
  TraceBuilder racy = built_graph(false);
  const auto found = findings(racy);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].primary.site.line, 42U);
  TraceBuilder ordered = built_graph(true);
  EXPECT_EQ(findings(ordered).size(), 0U);
}

TEST(Replay, ALaunchOfACapturedGraphCarriesItsNodes) {
  TraceBuilder builder;
  const auto a = builder.stream();
  const auto b = builder.stream();
  builder.allocate("cuMemAllocHost", kInput, kBytes);
  builder.allocate("cuMemAlloc", kDevice, kBytes);
  builder.trace().graphs.push_back({});
  builder.trace().executables.push_back({});
  builder.on("cuStreamBeginCapture", a);
  builder.trace().calls.back().detail = format::GraphUse{};
  builder.copy("cuMemcpyHtoDAsync", kDevice, kInput, kBytes, a);
  builder.on("cuStreamEndCapture", a);
  builder.trace().calls.back().detail = format::GraphUse{.graph = format::GraphId{0}};
  builder.copy("cuMemcpyDtoHAsync", kInput, kDevice, kBytes, b);
  EXPECT_EQ(findings(builder).size(), 0U) << "nothing is enqueued by a capture";
  builder.call("cuGraphInstantiateWithFlags").detail =
      format::GraphUse{.graph = format::GraphId{0}, .executable = format::ExecutableId{0}};
  format::Call& launch = builder.call("cuGraphLaunch");
  launch.stream = a;
  launch.detail = format::GraphUse{.executable = format::ExecutableId{0}};
  EXPECT_EQ(findings(builder).size(), 1U);
}

TEST(Replay, ABatchIsOneOperation) {
  TraceBuilder builder;
  const auto a = builder.stream();
  builder.allocate("cuMemAllocHost", kInput, kBytes);
  builder.allocate("cuMemAlloc", kDevice, kBytes);
  for (const std::uint64_t half : {0U, 1U}) {
    builder.copy("cuMemcpyBatchAsync", kDevice + half * 8192, kInput + half * 8192, 8192, a);
    std::get<format::Copy>(builder.trace().calls.back().detail).batch = true;
    builder.trace().calls.back().sequence = 100;
  }
  const auto list = replayed(builder).list;
  EXPECT_EQ(std::ranges::count(list.operations, model::Verb::Copy, &model::Operation::verb), 1);
  EXPECT_EQ(list.operations.back().accesses.size(), 4U);
}

TEST(Replay, ABatchMayReadItsSourcesDuringTheCall) {
  for (const auto order : {format::SourceOrder::DuringCall, format::SourceOrder::AnyTime}) {
    TraceBuilder builder;
    const auto a = builder.stream();
    builder.allocate("cuMemAllocHost", kInput, kBytes);
    builder.allocate("cuMemAlloc", kDevice, kBytes);
    builder.copy("cuMemcpyBatchAsync", kDevice, kInput, 8192, a);
    auto& copy = std::get<format::Copy>(builder.trace().calls.back().detail);
    copy.batch = true;
    copy.source_order = order;
    builder.access(kInput, true);
    EXPECT_EQ(findings(builder).size(), order == format::SourceOrder::DuringCall ? 0U : 1U);
  }
}

/// A kernel writes, the next one has the event as a launch attribute; another stream waits for it and reads what the
/// first or the second has written.
TraceBuilder launch_with_event(format::LaunchEventKind kind, bool reads_second) {
  TraceBuilder builder;
  const auto a = builder.stream();
  const auto b = builder.stream();
  const auto event = builder.event();
  builder.allocate("cuMemAllocHost", kOutput, kBytes);
  builder.allocate("cuMemAlloc", kDevice, kBytes);
  builder.allocate("cuMemAlloc", kDevice + kBytes, kBytes);
  const auto kernel = builder.kernel("_Z4fillPf", {8});
  builder.launch(kernel, a, {kDevice});
  builder.launch(kernel, a, {kDevice + kBytes});
  std::get<format::Launch>(builder.trace().calls.back().detail).events.push_back({event, kind});
  builder.use("cuStreamWaitEvent", event, b);
  builder.copy("cuMemcpyDtoHAsync", kOutput, kDevice + (reads_second ? kBytes : 0), kBytes, b);
  return builder;
}

TEST(Replay, EventsOfLaunchesCoverWhatCameBefore) {
  using enum format::LaunchEventKind;
  for (const auto kind : {Programmatic, LaunchCompletion}) {
    TraceBuilder first = launch_with_event(kind, false);
    EXPECT_EQ(findings(first).size(), 0U);
    TraceBuilder second = launch_with_event(kind, true);
    EXPECT_EQ(findings(second).size(), kind == Programmatic ? 0U : 1U) << "a programmatic event was seen to wait";
  }
}

TEST(Replay, NamesComeFromTheSource) {
  TraceBuilder builder;
  builder.at(7);
  builder.stream();
  auto& places = builder.trace().places;
  places[0x2000] = {{.function = "cudaStreamCreateWithFlags"}};
  auto& stack = builder.trace().stacks.at(0).addresses;
  stack.insert(stack.begin(), 0x2000);
  const auto list = replayed(builder, {.source_line =
                                           [](const std::string&, std::uint32_t) {
                                             return std::optional<std::string>(
                                                 "  CHECK(cudaStreamCreateWithFlags(&ring.copy, flags));");
                                           }})
                        .list;
  ASSERT_EQ(list.entities.streams.size(), 1U);
  EXPECT_EQ(list.entities.streams[0].name, "ring.copy");
  EXPECT_EQ(list.operations[0].label, "cudaStreamCreateWithFlags");
}

TEST(Replay, SeveralThreadsAreSaid) {
  TraceBuilder builder;
  EXPECT_TRUE(replayed(builder).notices.empty());
  builder.stream();
  builder.trace().calls.back().thread = 1;
  builder.stream();
  EXPECT_EQ(replayed(builder).notices.size(), 1U);
}

}  // namespace
}  // namespace cudep::replay
