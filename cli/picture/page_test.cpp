// What the page carries, and that nothing of a program can leave its place in it.
#include "cli/picture/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/picture/finding_picture.h"
#include "cli/report/sample_findings.h"

namespace cudep::picture {
namespace {

using nlohmann::json;

constexpr std::string_view kHostile = "</script><img src=x onerror=\"alert(1)\"><!--";

rules::Finding race(const std::string& kernel) {
  rules::Finding finding{.rule = "unordered-stream-access"};
  finding.earlier = report::samples::place("kernel `" + kernel + "`", "producer", 7);
  finding.later = report::samples::place("kernel `add`", "consumer", 10);
  finding.primary = finding.later.frames.front();
  finding.buffer = "dev";
  finding.path = {finding.earlier, finding.later};
  return finding;
}

report::SourceLines sample_sources() {
  report::SourceLines sources;
  sources.provide(std::string(report::samples::kFile), report::samples::kSource);
  return sources;
}

json data_of(const rules::Finding& finding) {
  report::SourceLines sources = sample_sources();
  return json::parse(page_data(picture_of_findings("lint.json", {finding}), sources));
}

TEST(PageData, HasAColumnForEachPropertyOfOperations) {
  const json timeline = data_of(race("scale"))["timelines"][0];
  EXPECT_EQ(timeline["operations"]["lane"], (json{0, 1}));
  EXPECT_EQ(timeline["texts"][timeline["operations"]["label"][0].get<std::size_t>()], "kernel `scale`");
  EXPECT_FALSE(timeline.contains("times"));
}

TEST(PageData, FindingsSayWhatTheReportSays) {
  const json finding = data_of(race("scale"))["findings"][0];
  EXPECT_EQ(finding["rule"], "unordered-stream-access");
  EXPECT_EQ(finding["pairs"], (json{{0, 1, false}}));
  EXPECT_NE(finding["message"].get<std::string>().find("kernel `add` on stream `consumer` reads `dev`"),
            std::string::npos);
  EXPECT_EQ(finding["earlier"]["phrase"], "kernel `scale` on stream `producer`");
}

TEST(PageData, WhatEndsMemoryIsNoWrite) {
  rules::Finding finding = race("scale");
  finding.later = report::samples::host("cudaFree", 15);
  finding.path = {finding.earlier, finding.later};
  const json data = data_of(finding);
  EXPECT_EQ(data["findings"][0]["later"]["done"], "ended");
  const json& timeline = data["timelines"][0];
  const json& uses = timeline["accesses"][timeline["operations"]["accesses"][1].get<std::size_t>()];
  ASSERT_EQ(uses.size(), 1U);
  EXPECT_EQ(timeline["texts"][uses[0][1].get<std::size_t>()], "dev");
  EXPECT_EQ(timeline["texts"][uses[0][2].get<std::size_t>()], "ends");
}

TEST(PageData, SourceStandsAroundEachPlace) {
  const json files = data_of(race("scale"))["files"];
  EXPECT_EQ(files["app.cu"]["7"], "  scale<<<blocks, 256, 0, producer>>>(dev, n);");
  EXPECT_TRUE(files["app.cu"].contains("3"));
  EXPECT_FALSE(files["app.cu"].contains("2"));
}

TEST(Page, WhatAProgramIsCalledStaysText) {
  report::SourceLines sources = sample_sources();
  const Picture picture = picture_of_findings(std::string(kHostile), {race(std::string(kHostile))});
  const std::string html = to_html(picture, sources);
  EXPECT_EQ(html.find("<img"), std::string::npos);
  const std::string data = page_data(picture, sources);
  EXPECT_EQ(data.find('<'), std::string::npos);
  EXPECT_EQ(json::parse(data)["title"], kHostile);
}

TEST(Page, InvalidBytesAreReplaced) {
  report::SourceLines sources;
  const std::string html = to_html(picture_of_findings("\xff.json", {}), sources);
  EXPECT_NE(html.find("\xef\xbf\xbd.json"), std::string::npos);
}

TEST(Page, HoldsEverythingItNeedsAndNothingElse) {
  report::SourceLines sources;
  const std::string html = to_html(picture_of_findings("lint.json", {}), sources);
  for (const char* foreign : {"src=\"", "href=", "http:", "https:", "@import", "url(", "{{", "<!--"})
    EXPECT_EQ(html.find(foreign), std::string::npos) << foreign;
  for (const char* part : {"class Timeline", "class Chart", "class Painting", "class Panel", "class Application"})
    EXPECT_NE(html.find(part), std::string::npos) << part;
}

}  // namespace
}  // namespace cudep::picture
