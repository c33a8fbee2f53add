// Programs that are run and compared.
#include "cli/provoke/program_run.h"

#include <gtest/gtest.h>

#include "cli/provoke/outcome.h"
#include "cli/report/temporary_folder.h"

namespace cudep::provoke {
namespace {

class ProgramRunTest : public testing::Test {
 protected:
  Outcome run(const std::string& script, const std::optional<std::string>& check = std::nullopt) {
    return outcome_of(
        run_program({.command = {"/bin/sh", "-c", script}, .environment = {{"WORD", "late"}}, .timeout = 1},
                    folder_.path()),
        folder_.path(), check);
  }

  report::TemporaryFolder folder_;
};

TEST_F(ProgramRunTest, OutputAndEndAreKept) {
  const Outcome outcome = run("echo $WORD; echo no >&2; exit 3");
  EXPECT_EQ(outcome.end, (End{End::Kind::Exit, 3}));
  EXPECT_EQ(outcome.out, "late\n");
  EXPECT_EQ(outcome.err, "no\n");
}

TEST_F(ProgramRunTest, SignalsAndTimeoutsAreEnds) {
  EXPECT_EQ(run("kill -9 $$").end, (End{End::Kind::Signal, 9}));
  EXPECT_EQ(run("exec sleep 20").end.kind, End::Kind::Timeout);
  EXPECT_EQ(run_program({.command = {"/nonexistent"}}, folder_.path()).kind, End::Kind::NotStarted);
}

TEST_F(ProgramRunTest, WhatDiffersIsSaid) {
  const Outcome right = run("echo 1");
  EXPECT_EQ(difference(right, run("echo 1")), "");
  EXPECT_EQ(difference(right, run("echo 2; exit 1")), "exit code 1 instead of exit code 0, other output");
  EXPECT_EQ(difference(right, run("echo 1; kill -11 $$")), "signal 11 instead of exit code 0");
  EXPECT_EQ(difference(right, run("echo 1; echo 2 >&2")), "other messages on stderr");
}

TEST_F(ProgramRunTest, ACheckDecidesAlone) {
  const std::string check = "test \"$(cat $CUDEP_STDOUT)\" -gt 0 && test $CUDEP_EXIT -eq 0";
  EXPECT_EQ(difference(run("echo 1", check), run("echo 2", check)), "");
  EXPECT_EQ(difference(run("echo 1", check), run("echo 0", check)), "the check ended with 1 instead of 0");
}

}  // namespace
}  // namespace cudep::provoke
