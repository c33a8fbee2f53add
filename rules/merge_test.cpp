// Merging: one finding for each rule and site, independent of the order of the input; and the registry of rules.
#include <gtest/gtest.h>

#include <algorithm>

#include "rules/check.h"

namespace cudep::rules {
namespace {

Place place(std::uint32_t line) { return {.label = "copy", .frames = {{{"a.cu", line, 1}, "main"}}}; }

Finding finding(std::uint32_t earlier, std::uint32_t later, Confidence confidence, std::size_t length) {
  Finding result{.rule = "unordered-stream-access", .confidence = confidence};
  result.primary = {{"a.cu", later, 1}, "main"};
  result.earlier = place(earlier);
  result.later = place(later);
  result.path.assign(length, place(later));
  return result;
}

TEST(Merge, KeepsTheSurestAndThenTheShortestWitness) {
  const std::vector<Finding> merged =
      merge({finding(1, 9, Confidence::Possible, 1), finding(2, 9, Confidence::Certain, 5),
             finding(3, 9, Confidence::Certain, 3)});
  ASSERT_EQ(merged.size(), 1u);
  EXPECT_EQ(merged[0].confidence, Confidence::Certain);
  EXPECT_EQ(merged[0].earlier, place(3));
  EXPECT_EQ(merged[0].more_earlier, (std::vector<Place>{place(1), place(2)}));
}

TEST(Merge, SortsBySiteAndKeepsRulesApart) {
  Finding other = finding(1, 9, Confidence::Certain, 1);
  other.rule = "free-in-flight";
  const std::vector<Finding> merged =
      merge({finding(1, 9, Confidence::Certain, 1), other, finding(1, 4, Confidence::Certain, 1)});
  ASSERT_EQ(merged.size(), 3u);
  EXPECT_EQ(merged[0].primary.site.line, 4u);
  EXPECT_EQ(merged[1].rule, "free-in-flight");
  EXPECT_EQ(merged[2].rule, "unordered-stream-access");
}

TEST(Merge, OrderOfTheInputChangesNothing) {
  std::vector<Finding> findings = {finding(1, 9, Confidence::Certain, 2), finding(2, 9, Confidence::Certain, 2),
                                   finding(3, 9, Confidence::Likely, 1), finding(3, 4, Confidence::Likely, 1)};
  const std::vector<Finding> merged = merge(findings);
  std::ranges::reverse(findings);
  EXPECT_EQ(merge(findings), merged);
  EXPECT_EQ(merge(merged), merged);
}

TEST(Rules, AreSortedAndComplete) {
  EXPECT_TRUE(std::ranges::is_sorted(rules(), {}, &Rule::id));
  for (const Rule& rule : rules()) {
    EXPECT_EQ(find_rule(rule.id)->summary, rule.summary);
    EXPECT_FALSE(rule.help.empty()) << rule.id;
  }
  EXPECT_EQ(find_rule("no-such-rule"), nullptr);
  EXPECT_EQ(nearest_rule("unordered-stream-acces"), "unordered-stream-access");
}

}  // namespace
}  // namespace cudep::rules
