// Files that are empty, foreign, cut off or damaged: one clear error, or what could be saved and a notice.
#include <gtest/gtest.h>

#include <random>

#include "tracer/format/reader.h"
#include "tracer/format/sample_trace.h"

namespace cudep::format {
namespace {

std::vector<std::byte> sample_bytes() {
  SampleTrace sample;
  sample.kernel(1, "_Z5scalePfi");
  sample.stack(1, {1, 2, 3});
  sample.create_stream(1, 64, 1);
  for (std::uint64_t i = 2; i < 600; ++i) sample.launch(i, 1, 1, i);
  sample.use_event(call_id("cuEventRecord"), 600, 96, 64);
  auto* node = sample.other<NodeEntry>(EntryKind::Node, 8);
  node->sequence = 600;
  sample.writer().commit();
  auto* module = sample.other<ModuleEntry>(EntryKind::Module, 4);
  module->path_bytes = 4;
  sample.writer().commit();
  sample.file().end();
  return sample.bytes();
}

std::string error_of(std::span<const std::byte> bytes) {
  const auto trace = parse_trace(bytes, "run.cudep");
  return trace ? "no error" : trace.error();
}

TEST(Damage, EmptyFile) { EXPECT_NE(error_of({}).find("run.cudep: the trace is empty"), std::string::npos); }

TEST(Damage, ForeignFile) {
  const std::string text = "#!/bin/sh\necho hello\n";
  EXPECT_NE(error_of(std::as_bytes(std::span(text))).find("not a cudep trace"), std::string::npos);
}

TEST(Damage, FutureVersion) {
  std::vector<std::byte> bytes = sample_bytes();
  bytes[offsetof(FileHeader, version)] = std::byte{9};
  EXPECT_NE(error_of(bytes).find("a trace of format 9"), std::string::npos);
}

TEST(Damage, CutOffWithinTheHeader) {
  const std::vector<std::byte> bytes = sample_bytes();
  EXPECT_NE(error_of(std::span(bytes).first(100)).find("cut off within its header"), std::string::npos);
}

TEST(Damage, MissingFileIsNamed) {
  const auto trace = read_trace("/nonexistent/run.cudep");
  ASSERT_FALSE(trace.has_value());
  EXPECT_NE(trace.error().find("/nonexistent/run.cudep: cannot be opened"), std::string::npos);
}

TEST(Damage, EveryCutKeepsAPrefixAndSaysSo) {
  const std::vector<std::byte> bytes = sample_bytes();
  const std::size_t all = parse_trace(bytes, "whole").value().calls.size();
  std::size_t before = 0;
  for (std::size_t length = sizeof(FileHeader); length < bytes.size(); length += 1009) {
    const auto trace = parse_trace(std::span(bytes).first(length), "cut");
    ASSERT_TRUE(trace.has_value());
    EXPECT_GE(trace->calls.size(), before);
    before = trace->calls.size();
    if (before < all) EXPECT_FALSE(trace->losses.empty()) << length;
  }
  EXPECT_GT(before, 0U);
}

TEST(Damage, UncleanEndIsANotice) {
  std::vector<std::byte> bytes = sample_bytes();
  bytes[offsetof(FileHeader, flags)] = std::byte{0};
  const auto trace = parse_trace(bytes, "killed");
  ASSERT_TRUE(trace.has_value());
  EXPECT_TRUE(trace->losses.empty());
  ASSERT_EQ(trace->notices.size(), 1U);
  EXPECT_NE(trace->notices[0].find("did not end in the normal way"), std::string::npos);
  EXPECT_EQ(trace->calls.size(), 600U);
}

TEST(Damage, AnEntryThatIsLongerThanItsBlockIsALoss) {
  std::vector<std::byte> bytes = sample_bytes();
  EXPECT_TRUE(parse_trace(bytes, "whole")->losses.empty());
  bytes[kHeaderBytes + sizeof(ChunkHeader) + offsetof(EntryHeader, bytes) + 1] = std::byte{0xff};
  const auto trace = parse_trace(bytes, "damaged");
  EXPECT_EQ(trace->losses, std::vector<std::string>{"1 block is damaged: the rest of it is left out"});
}

TEST(Damage, AChunkWithoutHeaderIsSkipped) {
  SampleTrace sample;
  sample.launch(1, 1, 1, 1);
  std::atomic_ref(sample.file().header()->units).fetch_add(1);  // a thread that died before it wrote its header
  ChunkWriter second(1, 4712);
  auto* entry = second.begin<CallEntry>(sample.file());
  entry->header.kind = EntryKind::Call;
  entry->sequence = 2;
  second.commit();
  EXPECT_EQ(parse_trace(sample.bytes(), "hole").value().calls.size(), 2U);
}

TEST(Damage, RandomDamageNeverCrashes) {
  const std::vector<std::byte> whole = sample_bytes();
  std::mt19937 random(7);
  const auto below = [&](std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random); };
  for (int round = 0; round < 400; ++round) {
    std::vector<std::byte> bytes = whole;
    if (below(3) == 0) bytes.resize(below(bytes.size()));
    // Half of the changes hit the first entries and the header, where the lengths and counts are.
    for (std::size_t changes = 1 + below(40); changes > 0 && !bytes.empty(); --changes) {
      const std::size_t end = below(2) == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), kHeaderBytes + 600);
      bytes[below(end)] = static_cast<std::byte>(below(256));
    }
    (void)parse_trace(bytes, "damaged");
  }
}

}  // namespace
}  // namespace cudep::format
