// Progress is one line on a terminal, and nothing elsewhere.
#include "cli/lint/progress.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <iostream>
#include <sstream>

namespace cudep::lint {
namespace {

std::string shown(bool is_terminal, std::size_t units, const std::string& file = "src/ring.cu") {
  std::ostringstream out;
  {
    Progress progress(out, is_terminal, units);
    for (std::size_t unit = 0; unit < units; ++unit) progress.done(file);
  }
  return out.str();
}

TEST(Progress, IsALineThatIsGoneAtTheEnd) {
  const std::string text = shown(true, 3);
  EXPECT_TRUE(text.starts_with("\r\x1b[K[1/3] src/ring.cu")) << text;
  EXPECT_TRUE(text.ends_with("\r\x1b[K")) << text;
  EXPECT_FALSE(text.contains('\n'));
}

TEST(Progress, IsGoneAfterAnInterrupt) {
  const auto interrupted = [] {
    const Progress progress(std::cerr, true, 3);
    raise(SIGINT);
  };
  EXPECT_EXIT(interrupted(), testing::KilledBySignal(SIGINT), "^\r\x1b\\[K$");
}

TEST(Progress, IsNotShownWithoutATerminalOrOfOneUnit) {
  EXPECT_EQ(shown(false, 3), "");
  EXPECT_EQ(shown(true, 1), "");
  EXPECT_EQ(shown(true, 0), "");
}

TEST(Progress, ALongPathLosesItsBeginning) {
  const std::string text = shown(true, 2, std::string(2000, 'x') + "/ring.cu");
  EXPECT_TRUE(text.contains("[1/2] ...x")) << text;
  EXPECT_TRUE(text.contains("x/ring.cu\r")) << text;
}

}  // namespace
}  // namespace cudep::lint
