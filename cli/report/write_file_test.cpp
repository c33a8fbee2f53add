// Writing what cannot be written, and what nobody reads.
#include "cli/report/write_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <sstream>

namespace cudep::report {
namespace {

TEST(WriteFile, AFolderThatIsNotThereIsTold) {
  std::ostringstream err;
  EXPECT_FALSE(write_file("/nowhere/report.json", "{}", err));
  EXPECT_EQ(
      err.str(),
      "cudep: error: /nowhere/report.json: cannot be written; check that its folder exists and may be written to\n");
}

TEST(WriteFile, APipeThatNobodyReadsCanBeInterrupted) {
  const std::string pipe = testing::TempDir() + "cudep_pipe_" + std::to_string(getpid());
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto write_to_pipe = [&] {
    if (fork() == 0) {
      usleep(200'000);
      kill(getppid(), SIGTERM);
      _exit(0);
    }
    std::ostringstream err;
    write_file(pipe, "{}", err);
  };
  EXPECT_EXIT(write_to_pipe(), testing::KilledBySignal(SIGTERM), "");
  std::filesystem::remove(pipe);
}

}  // namespace
}  // namespace cudep::report
