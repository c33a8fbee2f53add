// How files are named in reports.
#include "cli/lint/shown_paths.h"

#include <gtest/gtest.h>

#include "cli/report/sample_findings.h"

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
  UnitResult result;
  rules::Finding finding = report::samples::race();
  finding.evidence = report::samples::wait_ready();
  finding.counterpart = report::samples::record_done();
  finding.more_earlier = finding.path = {report::samples::scale()};
  finding.allocated = report::samples::at(5);
  result.findings = {finding};
  result.unit.problems = {{.site = report::samples::at(1), .message = "x"}, {.site = {}, .message = "no site"}};
  result.unit.cut_roots = {{.name = "main", .site = report::samples::at(2)}};
  const UnitRequest request{.command = {.directory = "/w/build", .file = "app.cu"}, .shown = "build/app.cu"};
  show_paths(result, request, "/w");
  const rules::Finding& renamed = result.findings[0];
  for (const model::Site& site :
       {renamed.primary.site, renamed.earlier.frames[0].site, renamed.later.frames[0].site, *renamed.allocated,
        renamed.evidence->frames[0].site, renamed.counterpart->frames[0].site, renamed.more_earlier[0].frames[0].site,
        renamed.path[0].frames[0].site, result.unit.problems[0].site, result.unit.cut_roots[0].site})
    EXPECT_EQ(site.file, "build/app.cu");
  EXPECT_EQ(result.unit.problems[1].site.file, "");
}

}  // namespace
}  // namespace cudep::lint
