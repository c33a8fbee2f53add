// Asking another program.
#include "tracer/process/exchange.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

namespace cudep::process {
namespace {

std::vector<std::string> shell(const std::string& script) { return {"/bin/sh", "-c", script}; }

TEST(Exchange, InputGoesInAndOutputComesBack) {
  const std::string large(1'000'000, 'x');
  const auto answer = exchange(std::vector<std::string>{"/bin/cat"}, large);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->output, large);
  EXPECT_EQ(answer->exit_code, 0);
}

TEST(Exchange, TheEndOfTheProgramIsTold) {
  EXPECT_EQ(exchange(shell("exit 7"), "")->exit_code, 7);
  EXPECT_EQ(exchange(shell("kill -SEGV $$"), "")->signal, SIGSEGV);
}

TEST(Exchange, InputThatNobodyReadsIsNoFault) {
  const auto answer = exchange(shell("exec 0<&-; echo done"), std::string(1'000'000, 'x'));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->output, "done\n");
}

TEST(Exchange, ErrorsGoWhereTheyAreWanted) {
  const std::vector<std::string> words = shell("echo said; echo wrong >&2");
  EXPECT_EQ(process::exchange(words, "", ErrorOutput::WithOutput)->output, "said\nwrong\n");
  testing::internal::CaptureStderr();
  EXPECT_EQ(process::exchange(words, "", ErrorOutput::Dropped)->output, "said\n");
  EXPECT_EQ(process::exchange(words, "")->output, "said\n");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "wrong\n");
}

TEST(Exchange, NoSuchProgram) { EXPECT_EQ(exchange(std::vector<std::string>{"/no/such"}, "").error(), ENOENT); }

TEST(LeaveBehind, TheProgramHasAnInputAndNoOutput) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "cudep_left_behind";
  std::filesystem::remove(file);
  const std::string script =
      "cat >\"$0.part\"; echo lost; output=$(readlink /proc/$$/fd/1); echo \"$output\" >>\"$0.part\"; mv \"$0.part\" "
      "\"$0\"";
  leave_behind(std::vector<std::string>{"/bin/sh", "-c", script, file.string()}, "given ");
  for (int i = 0; i < 1000 && !std::filesystem::exists(file); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::ifstream in(file);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "given /dev/null\n");
}

TEST(LeaveBehind, WhatCannotBeStartedIsNotTold) { leave_behind(std::vector<std::string>{"/no/such/program"}, "x"); }

}  // namespace
}  // namespace cudep::process
