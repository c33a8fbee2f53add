// Pictures of recorded runs and of files that are none.
#include "cli/picture/input.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/picture/report.h"

namespace cudep::picture {
namespace {

const std::string kRecorded = std::string(CUDEP_SOURCE_DIR) + "/testdata/traces/recorded/";

InputWords run_of(const std::string& name) {
  return {.file = kRecorded + name + ".cudep",
          .static_findings = kRecorded + name + ".json",
          .kernels = kRecorded + name + ".kernels.json"};
}

std::expected<Picture, std::string> read(const InputWords& words) {
  std::ostringstream out;
  std::ostringstream err;
  report::SourceLines sources;
  return read_input(words, sources, {.out = out, .err = err});
}

std::uint32_t position_of(const Timeline& timeline, std::string_view label) {
  const auto at = std::ranges::find(timeline.list.operations, label, &model::Operation::label);
  return static_cast<std::uint32_t>(at - timeline.list.operations.begin());
}

TEST(Input, ARunWithItsMissingEdge) {
  const auto picture = read(run_of("wait_removed_timeline"));
  ASSERT_TRUE(picture) << picture.error();
  ASSERT_EQ(picture->findings.size(), 1U);
  const Timeline& timeline = picture->timelines.front();
  const std::uint32_t producer = position_of(timeline, "kernel `double_each`");
  const std::uint32_t consumer = position_of(timeline, "kernel `add_one`");
  EXPECT_EQ(picture->findings.front().pairs, (std::vector<Pair>{{producer, consumer, false}}));
  const std::uint32_t record = position_of(timeline, "cudaEventRecord");
  EXPECT_EQ(picture->findings.front().steps, (std::vector<Step>{{record, Step::Role::Counterpart}}));
}

TEST(Input, TimesOfGpuAndCallsAreOfOneClock) {
  const auto picture = read(run_of("wait_removed_timeline"));
  ASSERT_TRUE(picture) << picture.error();
  const Timeline& timeline = picture->timelines.front();
  std::size_t timed = 0;
  for (std::size_t i = 0; i < timeline.bars.size(); ++i) {
    const Bar& bar = timeline.bars[i];
    ASSERT_TRUE(bar.called);
    if (!bar.ran) continue;
    ++timed;
    EXPECT_LT(*bar.called, bar.ran->begin) << timeline.list.operations[i].label;
    EXPECT_LT(bar.ran->begin, bar.ran->end);
  }
  EXPECT_EQ(timed, 4U);
}

TEST(Input, WhatOrderedAPairInTheRun) {
  const auto picture = read(run_of("wait_removed.ordered"));
  ASSERT_TRUE(picture) << picture.error();
  ASSERT_EQ(picture->findings.front().pairs.size(), 1U);
  EXPECT_TRUE(picture->findings.front().pairs.front().ordered);
  EXPECT_TRUE(std::ranges::count(picture->timelines.front().edges, EdgeKind::Event, &Edge::kind) > 0);
}

TEST(Input, FindingsAreKnownByTheirFirstCharacter) {
  const auto picture = read({.file = kRecorded + "record_early.json"});
  ASSERT_TRUE(picture) << picture.error();
  EXPECT_EQ(picture->timelines.size(), picture->findings.size());
  EXPECT_FALSE(read({.file = kRecorded + "record_early.json", .kernels = "k.json"}));
}

TEST(Input, OtherFilesAreToldByWhatTheyAre) {
  const std::string folder = testing::TempDir() + "cudep_input_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  const auto error = [&](const std::string& name, std::string_view text) {
    const std::string file = folder + "/" + name;
    std::ofstream(file) << text;
    const std::string told = read({.file = file}).error();
    return told.substr(file.size(), told.find(';') - file.size());
  };
  EXPECT_EQ(error("list.json", "[1, 2]"), ": not findings of cudep: it holds a list");
  EXPECT_EQ(error("own.cu", "#include <cuda.h>\n"), ": is source");
  EXPECT_EQ(error("empty.cudep", ""), ": is empty");
  EXPECT_EQ(error("notes.txt", "buy milk"), ": is neither a trace nor JSON");
  EXPECT_EQ(error("cut.cudep", "cudep"), ": the trace is cut off within its header");
  std::filesystem::remove_all(folder);
}

TEST(Input, AnInputIsNotWrittenOver) {
  std::ostringstream out;
  std::ostringstream err;
  const std::string run = kRecorded + "record_early.cudep";
  EXPECT_EQ(report(std::vector{run, std::string("-o"), run}, {.out = out, .err = err}), ExitCode::Usage);
  EXPECT_NE(err.str().find("and would be overwritten"), std::string::npos) << err.str();
}

TEST(Input, MistakesNameTheFile) {
  EXPECT_EQ(read({.file = "/nothing.cudep"}).error(), "/nothing.cudep: cannot be opened: No such file or directory");
  const InputWords lost_findings = {.file = kRecorded + "record_early.cudep", .static_findings = "/nothing.json"};
  EXPECT_EQ(read(lost_findings).error(), "/nothing.json: no such file; name a file that `cudep lint` wrote");
  std::ostringstream out;
  std::ostringstream err;
  const std::vector<std::string> arguments = {kRecorded + "record_early.json", "-o", "/nowhere/report.html"};
  EXPECT_EQ(report(arguments, {.out = out, .err = err}), ExitCode::Usage);
  EXPECT_TRUE(err.str().starts_with("cudep: error: /nowhere/report.html: cannot be written")) << err.str();
  EXPECT_EQ(report({}, {.out = out, .err = err}), ExitCode::Usage);
}

}  // namespace
}  // namespace cudep::picture
