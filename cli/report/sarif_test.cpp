// The SARIF report against the standard, and what services read from it.
#include "cli/report/sarif.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cli/report/fingerprint.h"
#include "cli/report/sample_findings.h"
#include "cli/report/sarif_places.h"
#include "cli/report/sarif_shape.h"
#include "rules/check.h"

namespace cudep::report {
namespace {

using namespace samples;
using nlohmann::json;

Report sample_report() {
  Report report;
  report.findings = {full_race(), host_race()};
  report.units = {{.file = "app.cu",
                   .problems = {{.kind = ProblemKind::ParseError, .site = at(4, 9), .message = "expected ';'"},
                                {.kind = ProblemKind::NotParsed, .site = {}, .message = "no toolkit"}}}};
  return report;
}

json parsed(const Report& report) {
  SourceLines sources;
  sources.provide(std::string(kFile), kSource);
  return json::parse(
      to_sarif(report, sources, {.tool_version = "1.2.3", .source_root = "/home/me/my app", .exit_code = 3}));
}

std::string joined(const std::vector<std::string>& errors) { return fmt::format("{}", fmt::join(errors, "\n")); }

TEST(Sarif, FollowsTheStandard) {
  EXPECT_EQ(joined(sarif_errors(parsed(sample_report()))), "");
  EXPECT_EQ(joined(sarif_errors(parsed({}))), "");
}

TEST(Sarif, SuppressedFindingsSayByWhat) {
  Report report = sample_report();
  report.suppressed = {{.finding = host_race(), .site = at(14, 20), .reason = "known"},
                       {.finding = race(), .by = Suppressed::By::Baseline}};
  const json log = parsed(report);
  EXPECT_EQ(joined(sarif_errors(log)), "");
  const json& results = log["runs"][0]["results"];
  ASSERT_EQ(results.size(), 4U);
  EXPECT_FALSE(results[0].contains("suppressions"));
  EXPECT_EQ(results[2]["suppressions"][0]["kind"], "inSource");
  EXPECT_EQ(results[2]["suppressions"][0]["justification"], "known");
  EXPECT_EQ(results[3]["suppressions"][0]["kind"], "external");
}

TEST(Sarif, TheMessageLinksToEveryRelatedLocation) {
  const json result = parsed(sample_report())["runs"][0]["results"][0];
  const auto text = result["message"]["text"].get<std::string>();
  ASSERT_FALSE(result["relatedLocations"].empty());
  for (const json& location : result["relatedLocations"])
    EXPECT_NE(text.find(fmt::format("]({}): ", location["id"].get<int>())), std::string::npos) << text;
  EXPECT_NE(text.find("\n[app.cu:7](1): written here by"), std::string::npos) << text;
}

TEST(Sarif, StaysWithinTheLimitsOfServices) {
  Report report;
  report.findings = {full_race()};
  report.findings[0].path.insert(report.findings[0].path.begin(), 2000, record_ready());
  report.findings[0].more_earlier.assign(300, scale());
  report.findings[0].primary.site.line = 10;
  const json result = parsed(report)["runs"][0]["results"][0];
  std::size_t steps = 0;
  for (const json& flow : result["codeFlows"][0]["threadFlows"]) steps += flow["locations"].size();
  EXPECT_EQ(steps, 1000U);
  EXPECT_LE(result["relatedLocations"].size(), 100U);
}

TEST(Sarif, ShapeCheckFindsMistakes) {
  json log = parsed(sample_report());
  log["runs"][0]["results"][0]["colour"] = "red";
  log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0;
  log["runs"][0]["results"][1].erase("message");
  EXPECT_EQ(sarif_errors(log).size(), 3U) << joined(sarif_errors(log));
}

TEST(Sarif, ListsEveryRuleWithItsHelp) {
  const json listed = parsed({})["runs"][0]["tool"]["driver"]["rules"];
  ASSERT_EQ(listed.size(), rules::rules().size());
  for (std::size_t i = 0; i < listed.size(); ++i) {
    EXPECT_EQ(listed[i]["id"], rules::rules()[i].id);
    EXPECT_EQ(listed[i]["help"]["markdown"], rules::rules()[i].help);
    EXPECT_EQ(listed[i]["defaultConfiguration"]["enabled"], rules::rules()[i].on_by_default);
  }
}

TEST(Sarif, Result) {
  const Report report = sample_report();
  const json result = parsed(report)["runs"][0]["results"][0];
  EXPECT_EQ(result["ruleId"], "unordered-stream-access");
  EXPECT_EQ(result["level"], "error");
  EXPECT_TRUE(result["message"]["text"].get<std::string>().ends_with("\nassumes that `n` is 3"));
  const json physical = result["locations"][0]["physicalLocation"];
  EXPECT_EQ(physical["artifactLocation"], json({{"uri", "app.cu"}, {"uriBaseId", "SRCROOT"}}));
  EXPECT_EQ(physical["region"]["startLine"], 10);
  EXPECT_EQ(physical["region"]["startColumn"], 3);
  EXPECT_EQ(result["relatedLocations"].size(), 5U);
  SourceLines sources;
  sources.provide(std::string(kFile), kSource);
  EXPECT_EQ(result["partialFingerprints"]["cudep/v1"], fingerprints(report.findings, sources)[0]);
}

TEST(Sarif, EditsThatAMachineCanMakeAreFixes) {
  Report report = sample_report();
  report.findings = {host_race()};
  const json log = parsed(report);
  EXPECT_EQ(joined(sarif_errors(log)), "");
  const json change = log["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0];
  EXPECT_EQ(change["artifactLocation"]["uri"], "app.cu");
  ASSERT_EQ(change["replacements"].size(), 1U);
  const std::uint32_t line = host_race().primary.site.line;
  EXPECT_EQ(change["replacements"][0]["deletedRegion"],
            json({{"startLine", line}, {"startColumn", 1}, {"endLine", line}, {"endColumn", 1}}));
  EXPECT_EQ(change["replacements"][0]["insertedContent"]["text"], "  cudaStreamSynchronize(consumer);\n");
}

TEST(Sarif, OneThreadFlowForEachAgent) {
  const json flows = parsed(sample_report())["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flows.size(), 2U);
  EXPECT_EQ(flows[0]["id"], "stream `producer`");
  EXPECT_EQ(flows[1]["id"], "stream `consumer`");
  EXPECT_EQ(flows[0]["locations"].size(), 2U);
  EXPECT_EQ(flows[1]["locations"][0]["executionOrder"], 3);
  EXPECT_EQ(flows[1]["locations"][1]["importance"], "essential");
}

TEST(Sarif, TellsWhatCouldNotBeChecked) {
  const json invocation = parsed(sample_report())["runs"][0]["invocations"][0];
  EXPECT_EQ(invocation["executionSuccessful"], false);
  EXPECT_EQ(invocation["exitCode"], 3);
  ASSERT_EQ(invocation["toolExecutionNotifications"].size(), 2U);
  EXPECT_EQ(invocation["toolExecutionNotifications"][0]["message"]["text"], "expected ';'");
  EXPECT_EQ(parsed({})["runs"][0]["invocations"][0]["executionSuccessful"], true);
}

TEST(SarifPlaces, FilesAreRelativeToTheRoot) {
  SourceLines sources;
  const SarifPlaces places("/home/me/my app", sources);
  EXPECT_EQ(places.base_ids()["SRCROOT"]["uri"], "file:///home/me/my%20app/");
  EXPECT_EQ(places.artifact_location("src/../lib/a b.cu")["uri"], "lib/a%20b.cu");
  EXPECT_EQ(places.artifact_location("/home/me/my app/x.cu")["uriBaseId"], "SRCROOT");
  EXPECT_EQ(places.artifact_location("/usr/x.cu"), json({{"uri", "file:///usr/x.cu"}}));
  EXPECT_EQ(places.artifact_location("../x.cu"), json({{"uri", "file:///home/me/x.cu"}}));
}

TEST(SarifPlaces, ColumnsCountCodePoints) {
  SourceLines sources;
  sources.provide("a.cu", "/* é */ add();");
  const SarifPlaces places("/", sources);
  EXPECT_EQ(places.location({.file = "a.cu", .line = 1, .column = 10})["physicalLocation"]["region"]["startColumn"], 9);
}

}  // namespace
}  // namespace cudep::report
