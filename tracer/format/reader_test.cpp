// What was written comes back: calls in order, handles resolved, definitions found.
#include "tracer/format/reader.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "tracer/format/append.h"
#include "tracer/format/sample_trace.h"

namespace cudep::format {
namespace {

Trace read(const SampleTrace& sample) {
  std::expected<Trace, std::string> trace = read_trace(sample.path());
  EXPECT_TRUE(trace.has_value()) << trace.error();
  return trace.value_or(Trace{});
}

TEST(Reader, LaunchHasKernelShapeArgumentsAndStack) {
  SampleTrace sample;
  ASSERT_EQ(sample.error(), 0);
  sample.launch(5, 3, 9, 0x7f0010);
  sample.kernel(3, "_Z5scalePfi");  // a definition may come after its use
  sample.stack(9, {0x401000, 0x402000});
  sample.file().end();
  const Trace trace = read(sample);
  ASSERT_EQ(trace.calls.size(), 1U);
  EXPECT_EQ(trace.calls[0].name(), "cuLaunchKernel");
  const auto& launch = std::get<Launch>(trace.calls[0].detail);
  const Kernel& kernel = trace.kernels.at(static_cast<std::size_t>(launch.kernel.value()));
  EXPECT_EQ(kernel.name, "_Z5scalePfi");
  ASSERT_EQ(kernel.parameters.size(), 2U);
  EXPECT_EQ(kernel.parameters[1].offset, 8U);
  EXPECT_EQ(launch.grid[0], 70000U);
  EXPECT_EQ(launch.block[0], 256U);
  std::uint64_t pointer = 0;
  std::memcpy(&pointer, launch.arguments.data(), sizeof(pointer));
  EXPECT_EQ(pointer, 0x7f0010U);
  EXPECT_EQ(trace.stacks.at(static_cast<std::size_t>(trace.calls[0].stack.value())).addresses[1], 0x402000U);
  EXPECT_TRUE(trace.notices.empty());
}

TEST(Reader, CallsAreInTheOrderOfTheirSequenceNumbers) {
  SampleTrace sample;
  sample.on_stream(call_id("cuStreamSynchronize"), 8, 64);
  sample.on_stream(call_id("cuStreamQuery"), 7, 64);
  const Trace trace = read(sample);
  ASSERT_EQ(trace.calls.size(), 2U);
  EXPECT_EQ(trace.calls[0].sequence, 7U);
  EXPECT_EQ(trace.calls[0].stream, trace.calls[1].stream);
}

TEST(Reader, AHandleThatComesBackIsAnotherStream) {
  SampleTrace sample;
  sample.create_stream(1, 64, 1);
  sample.on_stream(call_id("cuStreamDestroy"), 2, 64);
  sample.create_stream(3, 64, 0);
  sample.on_stream(call_id("cuStreamSynchronize"), 4, 64);
  const Trace trace = read(sample);
  ASSERT_EQ(trace.streams.size(), 2U);
  EXPECT_EQ(trace.streams[0].flags, 1U);
  EXPECT_EQ(trace.calls[1].stream, StreamId{0});
  EXPECT_EQ(trace.calls[3].stream, StreamId{1});
}

TEST(Reader, StreamZeroIsLegacyOrTheThreadsOwn) {
  SampleTrace sample;
  sample.on_stream(call_id("cuStreamSynchronize"), 1, 0);
  sample.on_stream(call_id("cuStreamSynchronize"), 2, 1);
  sample.on_stream(call_id("cuStreamSynchronize"), 3, 0, kPerThreadDefault);
  sample.on_stream(call_id("cuStreamSynchronize"), 4, 2);
  const Trace trace = read(sample);
  ASSERT_EQ(trace.streams.size(), 2U);
  EXPECT_EQ(trace.streams[0].kind, Stream::Kind::Legacy);
  EXPECT_EQ(trace.calls[1].stream, StreamId{0});
  EXPECT_EQ(trace.streams[1].kind, Stream::Kind::PerThread);
  EXPECT_EQ(trace.calls[3].stream, StreamId{1});
}

TEST(Reader, EventsKeepTheirFlags) {
  SampleTrace sample;
  auto* entry = sample.call<EventEntry>(EntryKind::Event, call_id("cuEventCreate"), 1);
  entry->event = 96;
  entry->flags = 2;
  sample.writer().commit();
  sample.use_event(call_id("cuEventRecord"), 2, 96, 64);
  const Trace trace = read(sample);
  ASSERT_EQ(trace.events.size(), 1U);
  EXPECT_EQ(trace.events[0].flags, 2U);
  EXPECT_EQ(std::get<EventUse>(trace.calls[1].detail).event, EventId{0});
}

TEST(Reader, CopyKeepsItsShape) {
  SampleTrace sample;
  auto* entry = sample.call<CopyEntry>(EntryKind::Copy, call_id("cuMemcpy2DAsync"), 1, sizeof(CopyShape));
  entry->source = 0x1000;
  entry->bytes = 64;
  const CopyShape shape{.width = 16, .height = 4, .depth = 1, .destination_pitch = 128, .source_pitch = 16};
  std::memcpy(ChunkWriter::trail_of(entry), &shape, sizeof(shape));
  sample.writer().commit();
  const Trace trace = read(sample);
  const auto& copy = std::get<Copy>(trace.calls.at(0).detail);
  ASSERT_TRUE(copy.shape.has_value());
  EXPECT_EQ(copy.shape->height, 4U);
  EXPECT_EQ(copy.shape->destination_pitch, 128U);
}

TEST(Reader, AnAccessOfHostCodeIsInTheOrderOfCalls) {
  SampleTrace sample;
  sample.launch(1, 1, 0, 1);
  auto* entry = sample.call<HostAccessEntry>(EntryKind::HostAccess, CallId{}, 2);
  entry->address = 0x7000;
  entry->program_counter = 0x401000;
  entry->is_write = 1;
  sample.writer().commit();
  sample.file().set_flag(kWatchedHost);
  sample.file().header()->delays = 3;
  const Trace trace = read(sample);
  ASSERT_EQ(trace.calls.size(), 2U);
  const auto& access = std::get<HostAccess>(trace.calls[1].detail);
  EXPECT_EQ(access.address, 0x7000U);
  EXPECT_EQ(access.program_counter, 0x401000U);
  EXPECT_TRUE(access.is_write);
  EXPECT_TRUE(trace.watched_host);
  EXPECT_EQ(trace.delays, 3U);
}

TEST(Reader, NodeBelongsToTheCallOfItsSequenceNumber) {
  SampleTrace sample;
  auto* node = sample.other<NodeEntry>(EntryKind::Node, 8);
  node->sequence = 3;
  node->graph = 500;
  node->node = 700;
  const std::uint64_t before = 600;
  std::memcpy(ChunkWriter::trail_of(node), &before, sizeof(before));
  sample.writer().commit();
  sample.call<LaunchEntry>(EntryKind::Launch, call_id("cuGraphAddKernelNode"), 3);
  sample.writer().commit();
  const Trace trace = read(sample);
  ASSERT_TRUE(trace.calls.at(0).node.has_value());
  EXPECT_EQ(trace.calls[0].node->node, 700U);
  EXPECT_EQ(trace.calls[0].node->dependencies, std::vector<std::uint64_t>{600});
  EXPECT_EQ(trace.graphs.at(0).handle, 500U);
}

TEST(Reader, LongTracesFillSeveralChunks) {
  SampleTrace sample;
  for (std::uint64_t i = 1; i <= 20000; ++i) sample.launch(i, 1, 0, i);
  sample.file().end();
  const Trace trace = read(sample);
  EXPECT_EQ(trace.calls.size(), 20000U);
  EXPECT_EQ(trace.calls.back().sequence, 20000U);
  EXPECT_TRUE(trace.notices.empty());
}

TEST(Append, PlacesComeBackByAddressAndDepth) {
  SampleTrace sample;
  sample.launch(1, 1, 0, 1);
  sample.file().end();
  std::map<std::uint64_t, std::vector<Place>> places;
  places[0x401000] = {{.function = "inner", .file = "a.cu", .line = 3},
                      {.function = "outer", .file = "a.cu", .line = 9}};
  for (std::uint64_t i = 0; i < 30000; ++i) places[i] = {{.function = std::string(100, 'f')}};  // several chunks
  ASSERT_TRUE(append_places(sample.path(), places).has_value());
  const Trace trace = read(sample);
  EXPECT_TRUE(trace.notices.empty());
  EXPECT_EQ(trace.threads.size(), 1U);
  EXPECT_EQ(trace.places.size(), 30001U);
  ASSERT_EQ(trace.places.at(0x401000).size(), 2U);
  EXPECT_EQ(trace.places.at(0x401000)[1].function, "outer");
  EXPECT_EQ(trace.places.at(0x401000)[1].line, 9U);
}

TEST(Append, AnythingButATraceIsLeftAlone) { EXPECT_FALSE(append_places("/dev/null", {}).has_value()); }

TEST(Writer, AFullFileIsCountedNotWritten) {
  SampleTrace sample;
  static int told = 0;
  static int reason = 0;
  sample.file().when_full([](int error) noexcept { ++told, reason = error; });
  sample.file().limit(100'000);
  for (std::uint64_t i = 1; i <= 20000; ++i)
    sample.writer().begin<CallEntry>(sample.file()) ? sample.writer().commit() : void();
  const Trace trace = read(sample);
  EXPECT_GT(trace.dropped_entries, 0U);
  EXPECT_EQ(told, 1);
  EXPECT_EQ(reason, EFBIG);
  EXPECT_FALSE(trace.notices.empty());
}

TEST(Writer, LeavesAnExistingFileAlone) {
  SampleTrace sample;
  TraceFile second;
  EXPECT_EQ(second.create(sample.path().c_str()), EEXIST);
}

TEST(Writer, NamesTheErrorOfAFolderThatIsMissing) {
  TraceFile file;
  EXPECT_EQ(file.create("/nonexistent-folder/run.cudep"), ENOENT);
}

}  // namespace
}  // namespace cudep::format
