// What becomes of the findings of a report: comments, baseline and change together.
#include "cli/adoption/adoption.h"

#include <gtest/gtest.h>

#include "cli/report/sample_findings.h"
#include "cli/report/temporary_folder.h"

namespace cudep::adoption {
namespace {

using namespace report::samples;
using report::Report;
using report::Suppressed;

const rules::RuleSet kOn = {"unordered-stream-access", "host-read-before-sync"};

class Adoption : public testing::Test {
 protected:
  Adoption() { write("app.cu", kSource); }

  static void write(const std::string& file, std::string_view text) { report::TemporaryFolder::write(file, text); }
  static Report screened(const Options& options) {
    Report report;
    report.findings = {race(), host_race()};
    report.units = {{.file = "app.cu"}};
    auto screen = Screen::open(options);
    screen->apply(report, kOn);
    if (options.write_baseline) write(*options.write_baseline, *screen->new_baseline());
    return report;
  }

  report::TemporaryFolder folder_;
};

TEST_F(Adoption, NothingIsAskedFor) {
  EXPECT_EQ(screened({}).findings.size(), 2U);
  EXPECT_TRUE(screened({}).suppressed.empty());
}

TEST_F(Adoption, ABaselineHidesWhatItHolds) {
  EXPECT_TRUE(screened({.write_baseline = "b.json"}).findings.empty());
  const Report report = screened({.baseline = "b.json"});
  EXPECT_TRUE(report.findings.empty());
  ASSERT_EQ(report.suppressed.size(), 2U);
  EXPECT_EQ(report.suppressed[0].by, Suppressed::By::Baseline);
}

TEST_F(Adoption, ABaselineKnowsFindingsThatMoved) {
  screened({.write_baseline = "b.json"});
  write("app.cu", "// a new line\n" + std::string(kSource));
  Report report;
  report.findings = {race()};
  for (model::Site* site : {&report.findings[0].primary.site, &report.findings[0].earlier.frames[0].site,
                            &report.findings[0].later.frames[0].site})
    site->line += 1;
  Screen::open({.baseline = "b.json"})->apply(report, kOn);
  EXPECT_TRUE(report.findings.empty());
}

TEST_F(Adoption, WhatACommentAcceptsIsNotInTheBaseline) {
  std::string source(kSource);
  source.insert(source.find('\n', source.find("add<<<")), "  // cudep: allow(unordered-stream-access) known");
  write("app.cu", source);
  const Report report = screened({.write_baseline = "b.json"});
  ASSERT_EQ(report.suppressed.size(), 2U);
  EXPECT_EQ(report.suppressed[0].by, Suppressed::By::Comment);
  EXPECT_EQ(report.suppressed[0].reason, "known");
  EXPECT_EQ(read_baseline("b.json")->size(), 1U);
}

TEST_F(Adoption, AChangeLeavesTheRestOut) {
  write("d.diff", "+++ b/app.cu\n@@ -14 +14 @@\n-a\n+b\n");
  const Report report = screened({.diff = "d.diff"});
  ASSERT_EQ(report.findings.size(), 1U);
  EXPECT_EQ(report.findings[0].rule, "host-read-before-sync");
  EXPECT_EQ(report.outside_change, 1U);
}

TEST_F(Adoption, IdleCommentsAreNotToldOfUnitsThatWereNotUnderstood) {
  write("app.cu", std::string(kSource) + "  // cudep: allow(unordered-stream-access)\n  f();\n");
  EXPECT_EQ(screened({}).idle_comments.size(), 1U);
  Report report;
  report.units = {{.file = "app.cu", .problems = {{.message = "expected ';'"}}}};
  Screen().apply(report, kOn);
  EXPECT_TRUE(report.idle_comments.empty());
}

TEST_F(Adoption, WhatCannotBeRead) {
  EXPECT_FALSE(Screen::open({.baseline = "gone.json"}));
  EXPECT_FALSE(Screen::open({.diff = "gone.diff"}));
  EXPECT_FALSE(Screen::open({.since = "--output=x"}));
}

}  // namespace
}  // namespace cudep::adoption
