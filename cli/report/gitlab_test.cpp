// The fields that GitLab asks of a code quality report, and the values that it knows.
#include "cli/report/gitlab.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "cli/report/sample_findings.h"

namespace cudep::report {
namespace {

using namespace samples;
using nlohmann::json;

json issues(const Report& report) {
  SourceLines sources;
  sources.provide(std::string(kFile), kSource);
  return json::parse(to_gitlab(report, sources, "/home/me/app"));
}

TEST(Gitlab, NoFindingsAreAnEmptyList) { EXPECT_EQ(issues({}), json::array()); }

TEST(Gitlab, EveryFieldOfAnIssue) {
  Report report;
  report.findings = {race()};
  report.findings[0].primary.site.file = "/home/me/app/./src/app.cu";
  const json issue = issues(report)[0];
  EXPECT_TRUE(issue["description"].get<std::string>().ends_with("(RAW); kernel `scale` at app.cu:7"));
  EXPECT_EQ(issue["check_name"], "unordered-stream-access");
  EXPECT_EQ(issue["severity"], "critical");
  EXPECT_EQ(issue["location"], json::parse(R"({"path": "src/app.cu", "lines": {"begin": 10}})"));
}

TEST(Gitlab, FingerprintsDiffer) {
  Report report;
  report.findings = {race(), race(), host_race()};
  std::set<std::string> prints;
  for (const json& issue : issues(report)) prints.insert(issue["fingerprint"].get<std::string>());
  EXPECT_EQ(prints.size(), 3U);
}

TEST(Gitlab, SeveritiesAreThoseOfGitLab) {
  const std::set<std::string> known = {"info", "minor", "major", "critical", "blocker"};
  Report report;
  report.findings = {race(), race(), race()};
  report.findings[1].severity = rules::Severity::Warning;
  report.findings[2].severity = rules::Severity::Note;
  for (const json& issue : issues(report)) EXPECT_TRUE(known.contains(issue["severity"])) << issue;
}

}  // namespace
}  // namespace cudep::report
