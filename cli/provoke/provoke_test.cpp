// `cudep provoke` from a trace to a verdict, with shell scripts in the place of a program that uses CUDA.
#include "cli/provoke/provoke.h"

#include <gtest/gtest.h>

#include <cstring>
#include <sstream>

#include "cli/report/temporary_folder.h"
#include "tracer/format/append.h"
#include "tracer/format/writer.h"

namespace cudep::provoke {
namespace {

using format::call_id;
using format::EntryKind;
using Words = std::vector<std::string>;

/// Writes the entries of a program that copies to and from a buffer in two streams, in one or more laps; `waits` orders
/// the two.
class Recording {
 public:
  explicit Recording(bool waits, std::uint64_t laps = 1) {
    file_.create("run.cudep");
    stream(64, 1);
    stream(96, 2);
    memory(3);
    for (std::uint64_t next = 4; next < 4 + 4 * laps; next += 4) {
      copy("cuMemcpyHtoDAsync", 0x7f0000, 0x1000, 64, next, 0x5010);
      event("cuEventRecord", 64, next + 1);
      if (waits) event("cuStreamWaitEvent", 96, next + 2);
      copy("cuMemcpyDtoHAsync", 0x2000, 0x7f0000, 96, next + 3, 0x5020);
    }
    module();
    file_.end();
    std::map<std::uint64_t, std::vector<format::Place>> places;
    places[0x5010] = {{.function = "produce", .file = "/src/app.cu", .line = 10, .column = 3}};
    places[0x5020] = {{.function = "consume", .file = "/src/app.cu", .line = 20, .column = 3}};
    EXPECT_TRUE(format::append_places("run.cudep", places).has_value());
  }
  format::TraceFile& file() { return file_; }

 private:
  template <class Entry>
  Entry* begin(EntryKind kind, std::string_view name, std::uint64_t sequence) {
    auto* const entry = writer_.begin<Entry>(file_);
    entry->common.header.kind = kind;
    entry->common.header.call =
        static_cast<format::CallId>(std::ranges::find(format::kCallNames, name) - format::kCallNames.begin());
    entry->common.sequence = sequence;
    entry->common.context = 1;
    entry->common.header.flags = format::kHasStream;
    return entry;
  }
  void stream(std::uint64_t handle, std::uint64_t sequence) {
    auto* const entry = begin<format::StreamEntry>(EntryKind::Stream, "cuStreamCreate", sequence);
    entry->common.stream = handle;
    entry->flags = 1;
    writer_.commit();
  }
  void memory(std::uint64_t sequence) {
    auto* const entry = begin<format::MemoryEntry>(EntryKind::Memory, "cuMemAlloc", sequence);
    entry->common.header.flags = 0;
    entry->address = 0x7f0000;
    entry->bytes = 4096;
    writer_.commit();
  }
  void event(std::string_view name, std::uint64_t handle, std::uint64_t sequence) {
    auto* const entry = begin<format::EventEntry>(EntryKind::Event, name, sequence);
    entry->common.stream = handle;
    entry->event = 128;
    writer_.commit();
  }
  void copy(std::string_view name, std::uint64_t to, std::uint64_t from, std::uint64_t handle, std::uint64_t sequence,
            std::uint64_t address) {
    auto* const stack = writer_.begin<format::StackEntry>(file_, sizeof(address));
    stack->header.kind = EntryKind::Stack;
    stack->stack = static_cast<std::uint32_t>(sequence);
    stack->frames = 1;
    std::memcpy(format::ChunkWriter::trail_of(stack), &address, sizeof(address));
    writer_.commit();
    auto* const entry = begin<format::CopyEntry>(EntryKind::Copy, name, sequence);
    entry->common.stream = handle;
    entry->common.stack = static_cast<std::uint32_t>(sequence);
    entry->destination = to;
    entry->source = from;
    entry->bytes = 4096;
    writer_.commit();
  }
  void module() {
    auto* const entry = writer_.begin<format::ModuleEntry>(file_, 4);
    entry->header.kind = EntryKind::Module;
    entry->begin = 0x5000;
    entry->end = 0x6000;
    entry->bias = 0x5000;
    entry->path_bytes = 4;
    std::memcpy(format::ChunkWriter::trail_of(entry), "/app", 4);
    writer_.commit();
  }

  format::TraceFile file_;
  format::ChunkWriter writer_{0, 1};
};

class ProvokeTest : public testing::Test {
 protected:
  ProvokeTest() {
    // Plays the recorder: a trace that says that the delay was put.
    format::TraceFile delayed;
    delayed.create("delayed.cudep");
    delayed.count_delay();
    delayed.end();
  }

  /// What a program does: `plain`, or `late` when its producer is delayed, or `paused` when the host pauses after it.
  ExitCode run(const std::string& plain, const std::string& late, const std::string& paused, Words options = {}) {
    const std::string script =
        "if [ -n \"$CUDEP_DELAY_PLAN\" ]; then cp delayed.cudep \"$CUDEP_TRACE_FILE\"; if grep -q "
        "after \"$CUDEP_DELAY_PLAN\"; then " +
        paused + "; else " + late + "; fi; else " + plain + "; fi";
    Words words = {"run.cudep"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", "/bin/sh", "-c", script});
    return provoke(words, {.out = out_, .err = err_});
  }

  report::TemporaryFolder folder_;
  std::ostringstream out_, err_;
};

TEST_F(ProvokeTest, AChangedOutcomeIsReproduced) {
  Recording(false);
  EXPECT_EQ(run("echo 1", "echo 2; exit 1", "echo 1"), ExitCode::Findings);
  EXPECT_NE(
      out_.str().find("reproduced: a delay of 20 ms before the earlier operation, once, changed the outcome: exit "
                      "code 1 instead of exit code 0, other output (kept in run.provoke/finding-1-delayed)"),
      std::string::npos)
      << out_.str() << err_.str();
  EXPECT_EQ(report::TemporaryFolder::read("run.provoke/plain-2/stdout"), "1\n");
  EXPECT_EQ(report::TemporaryFolder::read("run.provoke/finding-1-delayed/stdout"), "2\n");
  EXPECT_EQ(report::TemporaryFolder::read("run.provoke/finding-1-delayed/plan"),
            "delay 20 before\nsite 0\nframe - 10 /app\n");
}

TEST_F(ProvokeTest, JsonHasTheVerdict) {
  Recording(false);
  run("echo 1", "echo 2", "echo 1", {"--format", "json", "--delay", "50"});
  EXPECT_NE(out_.str().find("\"kind\": \"reproduced\""), std::string::npos) << out_.str() << err_.str();
  EXPECT_NE(out_.str().find("a delay of 50 ms"), std::string::npos);
}

TEST_F(ProvokeTest, AnOutcomeThatStaysIsSaid) {
  Recording(false);
  EXPECT_EQ(run("echo 1", "echo 1", "echo 1"), ExitCode::Findings);
  EXPECT_NE(out_.str().find("changed nothing that can be seen, nor did a pause after it"), std::string::npos)
      << out_.str();
  EXPECT_EQ(out_.str().find("reproduced"), std::string::npos);
}

TEST_F(ProvokeTest, AProgramThatIsAlwaysWrongComesRightWithAPause) {
  Recording(false);
  run("echo 0", "echo 0", "echo 1");
  EXPECT_NE(
      out_.str().find("reproduced: a pause of 20 ms after the earlier operation, once, changed the outcome, which "
                      "a delay before it did not: other output (kept in run.provoke/finding-1-paused)"),
      std::string::npos)
      << out_.str();
}

TEST_F(ProvokeTest, WhatAlsoChangesWithAPauseMayHaveAnotherCause) {
  Recording(false);
  run("echo 1", "echo 2", "echo 2");
  EXPECT_EQ(out_.str().find("reproduced"), std::string::npos) << out_.str();
  EXPECT_NE(out_.str().find("but so did a pause after it"), std::string::npos);
}

TEST_F(ProvokeTest, WhenAllInstancesBalanceTheFirstOneIsLateAlone) {
  Recording(false, 3);
  run("echo 1", "if grep -q '^site 0$' \"$CUDEP_DELAY_PLAN\"; then echo 2; else echo 1; fi", "echo 1",
      {"--finding", "1"});
  EXPECT_NE(out_.str().find("(kept in run.provoke/finding-1-first-delayed)"), std::string::npos) << out_.str();
  EXPECT_NE(report::TemporaryFolder::read("run.provoke/finding-1-paused/plan").find("site 0 1 2\n"), std::string::npos);
}

TEST_F(ProvokeTest, PlainRunsHaveNothingOfOurs) {
  Recording(false);
  run("env | grep -E \"CUDEP|CUDA_INJECTION|CUDA_MODULE\" || echo clean", "echo $CUDA_MODULE_LOADING", "echo 1");
  EXPECT_EQ(report::TemporaryFolder::read("run.provoke/plain-1/stdout"), "clean\n");
  EXPECT_EQ(report::TemporaryFolder::read("run.provoke/finding-1-delayed/stdout"), "EAGER\n");
}

TEST_F(ProvokeTest, WithACheckPlainRunsMayVary) {
  Recording(false);
  const std::string varies = "test -e once && exit 1; touch once";
  EXPECT_EQ(run(varies, "exit 1", "true", {"--check", "exit $CUDEP_EXIT"}), ExitCode::Findings);
  EXPECT_NE(out_.str().find("gave another outcome than a pause after it: the check ended with 1 instead of 0"),
            std::string::npos)
      << out_.str() << err_.str();
}

TEST_F(ProvokeTest, ADelayThatWasNotPutSaysNothing) {
  Recording(false);
  std::filesystem::remove("delayed.cudep");
  run("echo 1", "echo 2", "echo 1");
  EXPECT_NE(out_.str().find("not provoked: the run did not come to the earlier operation again"), std::string::npos);
}

TEST_F(ProvokeTest, APlainProgramThatVariesNeedsACheck) {
  Recording(false);
  const std::string varies = "date +%N";
  EXPECT_EQ(run(varies, varies, varies), ExitCode::Usage);
  EXPECT_NE(err_.str().find("--check"), std::string::npos) << err_.str();
  EXPECT_EQ(run(varies, varies + "; exit 1", varies, {"--check", "exit $CUDEP_EXIT"}), ExitCode::Findings);
  EXPECT_NE(out_.str().find("the check ended with 1 instead of 0"), std::string::npos) << out_.str();
}

TEST_F(ProvokeTest, ARightProgramHasEachStreamLateInTurn) {
  Recording(true);
  EXPECT_EQ(run("echo 1", "echo 1", "false"), ExitCode::Clean);
  EXPECT_NE(out_.str().find("stream `stream1` late by 20 ms, once: nothing changed\n"), std::string::npos)
      << out_.str();
  EXPECT_TRUE(std::filesystem::exists("run.provoke/stream-2/plan"));
  EXPECT_EQ(run("echo 1", "echo 2", "false"), ExitCode::Findings);
  out_.str("");
  std::filesystem::remove("delayed.cudep");
  run("echo 1", "echo 1", "false");
  EXPECT_NE(out_.str().find("stream `stream1` was not reached\n"), std::string::npos) << out_.str();
}

TEST_F(ProvokeTest, OneFindingCanBeChosen) {
  Recording(false);
  EXPECT_EQ(run("echo 1", "echo 2", "echo 1", {"--finding", "1"}), ExitCode::Findings);
  EXPECT_EQ(run("echo 1", "echo 2", "echo 1", {"--finding", "2"}), ExitCode::Usage);
  EXPECT_NE(err_.str().find("no one is `2`"), std::string::npos) << err_.str();
}

TEST_F(ProvokeTest, WhatIsMissingIsSaid) {
  const auto error = [&](const Words& words) {
    err_.str("");
    EXPECT_EQ(provoke(words, {.out = out_, .err = err_}), ExitCode::Usage);
    return err_.str();
  };
  EXPECT_NE(error({"run.cudep"}).find("no program is given"), std::string::npos);
  EXPECT_NE(error({"--", "app"}).find("RUN"), std::string::npos);
  EXPECT_NE(error({"missing.cudep", "--", "app"}).find("missing.cudep: cannot be opened"), std::string::npos);
  Recording(false).file().set_flag(format::kSimulated);
  EXPECT_NE(error({"run.cudep", "--", "app"}).find("run.cudep: recorded without a GPU"), std::string::npos);
}

}  // namespace
}  // namespace cudep::provoke
