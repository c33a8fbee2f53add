// --select, --ignore, --show-possible.
#include "cli/lint/selection.h"

#include <gtest/gtest.h>

#include "cli/report/sample_findings.h"
#include "rules/check.h"

namespace cudep::lint {
namespace {

TEST(SelectRules, DefaultsAreThoseOnByDefault) {
  const auto on = select_rules({}, {});
  ASSERT_TRUE(on);
  for (const rules::Rule& rule : rules::rules()) EXPECT_EQ(on->contains(rule.id), rule.on_by_default) << rule.id;
}

TEST(SelectRules, SelectReplacesAndIgnoreTakesAway) {
  EXPECT_EQ(*select_rules({"free-in-flight", "wait-without-record"}, {"wait-without-record"}),
            RuleSet{"free-in-flight"});
  EXPECT_EQ(select_rules({"all"}, {})->size(), rules::rules().size());
  EXPECT_TRUE(select_rules({"default"}, {"all"})->empty());
  EXPECT_EQ(*select_rules({"default", "free-in-flight"}, {}), *select_rules({}, {}));
}

TEST(SelectRules, UnknownRulesAreNamedWithTheNearest) {
  EXPECT_EQ(select_rules({"free-in-fligth"}, {}).error(),
            "--select: there is no rule `free-in-fligth`; did you mean `free-in-flight`? `cudep rules` lists them");
  EXPECT_EQ(select_rules({}, {"xyzzy-plugh"}).error(),
            "--ignore: there is no rule `xyzzy-plugh`; `cudep rules` lists them");
  EXPECT_FALSE(select_rules({""}, {}));
}

TEST(Shown, LeavesWhatIsOnAndSureEnough) {
  std::vector<rules::Finding> findings(3, report::samples::race());
  findings[1].confidence = rules::Confidence::Possible;
  findings[2].rule = "free-in-flight";
  EXPECT_EQ(shown(findings, {"unordered-stream-access"}, false).size(), 1U);
  EXPECT_EQ(shown(findings, {"unordered-stream-access"}, true).size(), 2U);
  EXPECT_EQ(shown(findings, {"free-in-flight"}, true).size(), 1U);
}

}  // namespace
}  // namespace cudep::lint
