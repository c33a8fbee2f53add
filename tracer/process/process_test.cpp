// Programs that are started.
#include "tracer/process/process.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <vector>

namespace cudep::process {
namespace {

using Words = std::vector<std::string>;

TEST(Process, ExitCodesAndSignals) {
  EXPECT_EQ(run(Words{"/bin/sh", "-c", "exit 7"}), 7);
  EXPECT_EQ(run(Words{"/bin/sh", "-c", "test \"$1\" = 'a b'", "sh", "a b"}), 0);
  EXPECT_EQ(run(Words{"/bin/sh", "-c", "kill -TERM $$"}), 128 + SIGTERM);
}

TEST(Process, WhatCannotBeStarted) {
  EXPECT_EQ(run(Words{"/no/such/program"}), std::unexpected(ENOENT));
  EXPECT_EQ(become(Words{"/no/such/program"}), ENOENT);
}

TEST(Process, TheProgramBesideThisOne) { EXPECT_TRUE(beside_this("x").ends_with("/x")); }

TEST(Process, WhatIsInstalledIsBesideThisOneOrNowhere) {
  const std::string own = std::filesystem::read_symlink("/proc/self/exe").filename();
  EXPECT_EQ(find_installed(own, "no-such-file"), beside_this(own));
  EXPECT_EQ(find_installed("no-such-file", "no-such-file"), "");
}

}  // namespace
}  // namespace cudep::process
