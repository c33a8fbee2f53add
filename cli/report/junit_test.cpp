// JUnit's XML: suites, cases and escapes.
#include "cli/report/junit.h"

#include <gtest/gtest.h>

#include "cli/report/sample_findings.h"

namespace cudep::report {
namespace {

using namespace samples;

std::string printed(const Report& report) {
  SourceLines sources;
  sources.provide(std::string(kFile), kSource);
  return to_junit(report, sources);
}

TEST(Junit, ACleanFilePasses) {
  Report report;
  report.units = {{.file = "app.cu"}};
  EXPECT_EQ(printed(report),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"cudep lint\" tests=\"1\" failures=\"0\" errors=\"0\">\n"
            "  <testsuite name=\"app.cu\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\">\n"
            "    <testcase classname=\"app.cu\" name=\"cudep lint\"></testcase>\n"
            "  </testsuite>\n"
            "</testsuites>\n");
}

TEST(Junit, FindingsFailWithTheirText) {
  Report report;
  report.findings = {race()};
  report.units = {{.file = "app.cu"}};
  const std::string text = printed(report);
  EXPECT_NE(text.find("name=\"unordered-stream-access at line 10\"><failure message=\"kernel `add`"),
            std::string::npos);
  EXPECT_NE(text.find("   10 |   add&lt;&lt;&lt;blocks"), std::string::npos) << text;
  EXPECT_NE(text.find("<testsuite name=\"app.cu\" tests=\"1\" failures=\"1\""), std::string::npos) << text;
}

TEST(Junit, SuppressedFindingsAreSkipped) {
  Report report;
  report.suppressed = {{.finding = race(), .reason = "known \"since\" 2020"}};
  EXPECT_NE(printed(report).find("<skipped message=\"suppressed by a comment: known &quot;since&quot; 2020\"/>"),
            std::string::npos)
      << printed(report);
}

TEST(Junit, ProblemsAreErrors) {
  Report report;
  report.units = {{.file = "app.cu", .problems = {{.site = at(4), .message = "expected '\x01'"}}}};
  EXPECT_NE(printed(report).find("name=\"line 4\"><error message=\"expected '?'\"/>"), std::string::npos);
}

}  // namespace
}  // namespace cudep::report
