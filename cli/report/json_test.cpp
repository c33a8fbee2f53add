// The JSON report: what docs/json-format.md promises.
#include "cli/report/json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/report/sample_findings.h"

namespace cudep::report {
namespace {

using namespace samples;
using nlohmann::json;

Report sample_report() {
  Report report;
  report.findings = {full_race()};
  report.units = {{.file = "app.cu",
                   .problems = {{.kind = ProblemKind::ParseError, .site = at(4, 9), .message = "expected ';'"}},
                   .roots = 2,
                   .paths = 3,
                   .operations = 40,
                   .cut_roots = {{.name = "main", .site = at(17, 1), .reasons = {"128 paths"}}},
                   .unknown_functions = {"f"},
                   .seconds = 0.25}};
  report.hidden_possible = 4;
  return report;
}

json parsed(const Report& report, bool seconds = false) {
  SourceLines sources;
  sources.provide(std::string(kFile), kSource);
  return json::parse(to_json(report, sources, {.tool_version = "1.2.3", .seconds = seconds}));
}

TEST(Json, SuppressedFindingsStandApart) {
  Report report = sample_report();
  report.suppressed = {{.finding = host_race(), .site = at(14, 20), .reason = "known"},
                       {.finding = race(), .by = Suppressed::By::Baseline}};
  report.idle_comments = {{.site = at(3), .message = "idle"}};
  report.outside_change = 5;
  const json document = parsed(report);
  EXPECT_EQ(document["findings"].size(), 1U);
  ASSERT_EQ(document["suppressed"].size(), 2U);
  EXPECT_EQ(
      document["suppressed"][0]["suppression"],
      json::parse(R"({"by": "comment", "site": {"file": "app.cu", "line": 14, "column": 20}, "reason": "known"})"));
  EXPECT_EQ(document["suppressed"][1]["suppression"]["by"], "baseline");
  EXPECT_EQ(document["idle_comments"][0]["message"], "idle");
  EXPECT_EQ(document["statistics"]["suppressed"], 2);
  EXPECT_EQ(document["statistics"]["outside_change"], 5);
}

TEST(Json, Document) {
  const json document = parsed(sample_report());
  EXPECT_EQ(document["version"], 1);
  EXPECT_EQ(document["tool"], json({{"name", "cudep"}, {"version", "1.2.3"}}));
  EXPECT_EQ(document["statistics"],
            json::parse(R"({"units": 1, "units_with_problems": 1, "roots": 2, "paths": 3, "operations": 40,
                            "cut_roots": 1, "multi_stream_roots": 0, "cut_multi_stream_roots": 0,
                            "opaque_functions": 0, "findings": 1, "hidden_possible": 4, "suppressed": 0,
                            "outside_change": 0, "unknown_functions": ["f"]})"));
  EXPECT_EQ(document["units"], json::parse(R"([{"file": "app.cu",
      "problems": [{"kind": "parse-error", "site": {"file": "app.cu", "line": 4, "column": 9}, "message": "expected ';'"}],
      "roots": 2, "paths": 3, "operations": 40,
      "cut_roots": [{"name": "main", "site": {"file": "app.cu", "line": 17, "column": 1}, "reasons": ["128 paths"],
                     "multi_stream": false}],
      "multi_stream_roots": 0, "opaque_functions": [],
      "unknown_functions": ["f"]}])"));
}

TEST(Json, Finding) {
  const json finding = parsed(sample_report())["findings"][0];
  EXPECT_EQ(finding["rule"], "unordered-stream-access");
  EXPECT_EQ(finding["severity"], "error");
  EXPECT_EQ(finding["confidence"], "certain");
  EXPECT_EQ(finding["hazard"], "RAW");
  EXPECT_EQ(finding["reason"], "other-event-waited-for");
  EXPECT_EQ(finding["primary"], json::parse(R"({"file": "app.cu", "line": 10, "column": 3, "function": "step"})"));
  EXPECT_EQ(finding["counterpart"], json::parse(R"({"label": "cudaEventRecord", "agent": "producer", "event": "done",
      "on_host": false, "frames": [{"file": "app.cu", "line": 8, "column": 3, "function": "step"}]})"));
  EXPECT_EQ(finding["buffer"], json::parse(R"({"name": "dev", "memory": "device",
      "allocated": {"file": "app.cu", "line": 5, "column": 3}})"));
  EXPECT_EQ(finding["assumptions"], json::parse(R"([{"kind": "count-chosen", "first": "n", "second": "3"}])"));
  EXPECT_EQ(finding["path"].size(), 4U);
  EXPECT_EQ(finding["advice"][0]["edit"],
            json::parse(R"({"kind": "replace", "code": "cudaStreamWaitEvent(consumer, done, 0);",
                            "line": 9, "lines": 1, "undecided": ""})"));
  EXPECT_EQ(finding["notes"].back(), json::parse(R"({"site": null, "text": "assumes that `n` is 3"})"));
}

TEST(Json, AbsentPlacesAreNull) {
  Report report;
  report.findings = {race()};
  const json finding = parsed(report)["findings"][0];
  EXPECT_TRUE(finding["evidence"].is_null());
  EXPECT_TRUE(finding["counterpart"].is_null());
  EXPECT_TRUE(finding["buffer"]["allocated"].is_null());
}

TEST(Json, TimesOnRequestOnly) {
  EXPECT_FALSE(parsed(sample_report())["units"][0].contains("seconds"));
  EXPECT_EQ(parsed(sample_report(), true)["units"][0]["seconds"], 0.25);
}

TEST(Json, InvalidUtf8DoesNotBreakTheDocument) {
  Report report;
  report.findings = {race()};
  report.findings[0].buffer = "d\xffv";
  EXPECT_EQ(parsed(report)["findings"][0]["buffer"]["name"], "d\xEF\xBF\xBDv");
}

TEST(Json, EmptyReport) {
  const json document = parsed({});
  EXPECT_EQ(document["findings"], json::array());
  EXPECT_EQ(document["units"], json::array());
}

}  // namespace
}  // namespace cudep::report
