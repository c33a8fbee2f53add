// Fingerprints stay when lines move, and differ between findings.
#include "cli/report/fingerprint.h"

#include <gtest/gtest.h>

#include <set>

#include "cli/report/sample_findings.h"

namespace cudep::report {
namespace {

using namespace samples;

void move_down(rules::Place& place, std::uint32_t lines) {
  for (rules::SourceFrame& frame : place.frames) frame.site.line += lines;
}

rules::Finding moved_down(rules::Finding finding, std::uint32_t lines) {
  finding.primary.site.line += lines;
  move_down(finding.earlier, lines);
  move_down(finding.later, lines);
  return finding;
}

std::vector<std::string> prints(const std::vector<rules::Finding>& findings, const std::string& source) {
  SourceLines sources;
  sources.provide(std::string(kFile), source);
  return fingerprints(findings, sources);
}

TEST(Fingerprint, StaysWhenLinesMove) {
  const std::string source(kSource);
  EXPECT_EQ(prints({race()}, source), prints({moved_down(race(), 3)}, "// three\n// more\n// lines\n" + source));
}

TEST(Fingerprint, StaysWhenWhiteSpaceChanges) {
  std::string source(kSource);
  const std::string before = source;
  source.replace(source.find("  add<<<blocks,"), 15, "\tadd<<< blocks ,");
  EXPECT_EQ(prints({race()}, source), prints({race()}, before));
}

TEST(Fingerprint, ChangesWithRuleFunctionAndText) {
  const std::string source(kSource);
  rules::Finding other_function = race();
  other_function.primary.function = "other";
  rules::Finding other_line = race();
  other_line.earlier = record_done();
  const rules::Finding other_rule = reported_at(race(), "wait-without-record", add());
  std::set<std::string> all;
  for (const rules::Finding& finding : {race(), other_function, other_line, other_rule})
    all.insert(prints({finding}, source)[0]);
  EXPECT_EQ(all.size(), 4U);
}

TEST(Fingerprint, EqualOnesAreNumbered) {
  const std::vector<std::string> two = prints({race(), race()}, std::string(kSource));
  EXPECT_NE(two[0], two[1]);
  EXPECT_EQ(two[0], prints({race()}, std::string(kSource))[0]);
}

TEST(Fingerprint, ToSuppressOneRenamesNoOther) {
  SourceLines sources;
  sources.provide(std::string(kFile), kSource);
  Report report;
  report.findings = {race(), race()};
  const std::vector<std::string> before = fingerprints(report, sources).findings;
  report.findings[1].primary.site.column += 1;
  report.suppressed = {{.finding = race()}};
  report.findings.erase(report.findings.begin());
  EXPECT_EQ(fingerprints(report, sources).findings[0], before[1]);
  EXPECT_EQ(fingerprints(report, sources).suppressed[0], before[0]);
}

TEST(Fingerprint, IsTheSameForEver) { EXPECT_EQ(prints({race()}, std::string(kSource))[0], "07a4e119b7201a37"); }

}  // namespace
}  // namespace cudep::report
