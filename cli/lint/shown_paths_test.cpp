// How files are named in reports.
#include "cli/lint/shown_paths.h"

#include <gtest/gtest.h>

namespace cudep::lint {
namespace {

TEST(ShownPath, IsRelativeToHereWhereItLiesBelow) {
  EXPECT_EQ(shown_path("a.cu", "/w", "/w", false), "a.cu");
  EXPECT_EQ(shown_path("./src/../inc/a.cuh", "/w", "/w", false), "inc/a.cuh");
  EXPECT_EQ(shown_path("../src/a.cu", "/w/build", "/w", false), "src/a.cu");
  EXPECT_EQ(shown_path("/w/src/a.cu", "/w/build", "/w", false), "src/a.cu");
  EXPECT_EQ(shown_path("/usr/include/x.h", "/w", "/w", false), "/usr/include/x.h");
  EXPECT_EQ(shown_path("../x.h", "/w", "/w", false), "/x.h");
}

TEST(ShownPath, IsAbsoluteOnRequest) { EXPECT_EQ(shown_path("../src/a.cu", "/w/build", "/w", true), "/w/src/a.cu"); }

TEST(ShowPaths, RenamesEverySite) {
  UnitFacts facts;
  facts.program.sites = {{}, {"app.cu", 3, 1}, {"../inc/ring.h", 4, 1}};
  facts.problems = {{.site = {"app.cu", 1, 1}, .message = "x"}, {.site = {}, .message = "no site"}};
  facts.remarks = {{.site = {"../inc/ring.h", 9, 1}, .message = "y"}};
  const UnitRequest request{.command = {.directory = "/w/build", .file = "app.cu"}, .shown = "build/app.cu"};
  show_paths(facts, request, "/w");
  EXPECT_EQ(facts.program.sites[0].file, "");
  EXPECT_EQ(facts.program.sites[1].file, "build/app.cu");
  EXPECT_EQ(facts.program.sites[2].file, "inc/ring.h");
  EXPECT_EQ(facts.problems[0].site.file, "build/app.cu");
  EXPECT_EQ(facts.problems[1].site.file, "");
  EXPECT_EQ(facts.remarks[0].site.file, "inc/ring.h");
}

}  // namespace
}  // namespace cudep::lint
