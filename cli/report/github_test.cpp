// Workflow commands as GitHub's runner reads them.
#include "cli/report/github.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/report/sample_findings.h"

namespace cudep::report {
namespace {

using namespace samples;

std::string printed(const Report& report) {
  SourceLines sources;
  sources.provide(std::string(kFile), kSource);
  return to_github(report, sources, "/home/me/app");
}

TEST(Github, OneLineAFinding) {
  Report report;
  report.findings = {race()};
  const std::string text = printed(report);
  EXPECT_TRUE(
      text.starts_with("::error file=app.cu,line=10,col=3,title=cudep unordered-stream-access::kernel `add` on"))
      << text;
  EXPECT_NE(text.find("%0Aapp.cu:7: written here by kernel `scale`"), std::string::npos) << text;
  EXPECT_EQ(std::ranges::count(text, '\n'), 1);
}

TEST(Github, ErrorsComeFirst) {
  Report report;
  report.findings = {race(), host_race()};
  report.findings[0].severity = rules::Severity::Warning;
  const std::string text = printed(report);
  EXPECT_TRUE(text.starts_with("::error file=app.cu,line=14,")) << text;
  EXPECT_NE(text.find("\n::warning file=app.cu,line=10,"), std::string::npos) << text;
}

TEST(Github, EscapesWhatEndsAProperty) {
  Report report;
  report.findings = {race()};
  report.findings[0].primary.site.file = "/home/me/app/a,b:c%.cu";
  EXPECT_TRUE(printed(report).starts_with("::error file=a%2Cb%3Ac%25.cu,line=10,")) << printed(report);
}

TEST(Github, Problems) {
  Report report;
  report.units = {{.file = "app.cu", .problems = {{.message = "no toolkit"}}}};
  EXPECT_EQ(printed(report), "::error file=app.cu,title=cudep::no toolkit\n");
}

}  // namespace
}  // namespace cudep::report
