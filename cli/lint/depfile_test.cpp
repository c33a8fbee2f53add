// Rules for Make and Ninja.
#include "cli/lint/depfile.h"

#include <gtest/gtest.h>

namespace cudep::lint {
namespace {

TEST(Depfile, EachFileOnceAndEscaped) {
  std::vector<UnitFacts> units(2);
  units[0].files = {"/a/x.cu", "/a/my ring#1$.h"};
  units[1].files = {"/a/x.cu"};
  EXPECT_EQ(print_depfile("out dir/x.facts", units), "out\\ dir/x.facts: \\\n  /a/my\\ ring\\#1$$.h \\\n  /a/x.cu\n");
  EXPECT_EQ(print_depfile("x", {}), "x:\n");
}

}  // namespace
}  // namespace cudep::lint
