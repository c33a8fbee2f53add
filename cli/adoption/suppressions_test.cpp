// Which lines comments cover, and which of them are idle.
#include "cli/adoption/suppressions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "cli/report/sample_findings.h"
#include "rules/check.h"

namespace cudep::adoption {
namespace {

using namespace report::samples;

const rules::RuleSet kOn = {"unordered-stream-access", "free-in-flight"};

std::string with_line(std::uint32_t number, std::string_view end) {
  std::string text(kSource);
  std::size_t at = 0;
  for (std::uint32_t line = 1; line < number; ++line) at = text.find('\n', at) + 1;
  return text.insert(text.find('\n', at), end);
}

class Comments : public testing::Test {
 protected:
  const Suppression* accepting(const std::string& source, const rules::Finding& finding = race()) {
    sources_.provide(std::string(kFile), source);
    comments_.add(std::string(kFile));
    return comments_.accepting(finding);
  }
  std::vector<std::string> idle(const std::string& source) {
    sources_.provide(std::string(kFile), source);
    comments_.add(std::string(kFile));
    std::vector<std::string> texts;
    for (const report::Remark& remark : comments_.idle(kOn))
      texts.push_back(std::to_string(remark.site.line) + ": " + remark.message);
    return texts;
  }
  using Texts = std::vector<std::string>;

  report::SourceLines sources_;
  Suppressions comments_{sources_};
};

TEST_F(Comments, OnTheLineOfEitherOperation) {
  const std::string comment = "  // cudep: allow(unordered-stream-access) the halves are disjoint";
  const Suppression* accepted = accepting(with_line(10, comment));
  ASSERT_NE(accepted, nullptr);
  EXPECT_EQ(accepted->reason, "the halves are disjoint");
  EXPECT_EQ(accepted->site.line, 10U);
  EXPECT_EQ(comments_.idle(kOn), std::vector<report::Remark>());
}

TEST_F(Comments, OnTheEarlierOperation) {
  EXPECT_NE(accepting(with_line(7, "  // NOLINT(unordered-stream-access)")), nullptr);
}

TEST_F(Comments, OnAnyLineOfAStatement) {
  std::string source(kSource);
  source.replace(source.find("(dev, n);\n", source.find("add<<<")), 10,
                 "(dev,\n  n);  // NOLINT(unordered-stream-access)\n");
  EXPECT_NE(accepting(source), nullptr);
}

TEST_F(Comments, OnALineOfItsOwn) {
  EXPECT_NE(accepting(with_line(9, "\n  // cudep: allow(unordered-stream-access)"),
                      [] {
                        rules::Finding moved = race();
                        moved.later.frames.front().site.line = moved.primary.site.line = 11;
                        return moved;
                      }()),
            nullptr);
}

TEST_F(Comments, OfAnotherRuleOrLineDoNotCount) {
  EXPECT_EQ(accepting(with_line(10, "  // NOLINT(free-in-flight)")), nullptr);
  EXPECT_EQ(comments_.idle(kOn).size(), 1U);
}

TEST_F(Comments, WordsOfOtherToolsAreNotOurs) {
  EXPECT_EQ(accepting(with_line(10, "  // NOLINT")), nullptr);
  EXPECT_EQ(idle(with_line(10, "  // NOLINT(google-runtime-int)")), Texts());
}

TEST_F(Comments, ListsAndPatterns) {
  EXPECT_NE(accepting(with_line(10, "  // NOLINT(google-runtime-int, unordered-*): known")), nullptr);
}

TEST_F(Comments, Blocks) {
  const std::string open = "  // NOLINTBEGIN(unordered-stream-access)";
  std::string source = with_line(9, open);
  source.insert(source.find("\n", source.find("add<<<")), "  /* NOLINTEND(unordered-stream-access) */");
  EXPECT_NE(accepting(source), nullptr);
}

TEST_F(Comments, BlocksThatDoNotEnd) {
  EXPECT_EQ(idle(with_line(12, "  // NOLINTBEGIN(free-in-flight)")),
            (Texts{"12: NOLINTBEGIN(free-in-flight) has no NOLINTEND",
                   "12: `free-in-flight` is not reported here; remove this comment"}));
}

TEST_F(Comments, EndsWithoutABlock) {
  EXPECT_EQ(idle(with_line(12, "  // NOLINTEND(free-in-flight)")),
            Texts{"12: NOLINTEND(free-in-flight) has no NOLINTBEGIN"});
}

TEST_F(Comments, IdleOnesAreTold) {
  EXPECT_EQ(idle(with_line(14, "  // cudep: allow(free-in-flight)")),
            Texts{"14: `free-in-flight` is not reported here; remove this comment"});
}

TEST_F(Comments, OfRulesThatAreOffAreNotIdle) {
  EXPECT_EQ(idle(with_line(14, "  // cudep: allow(fragile-order)")), Texts());
}

TEST_F(Comments, RulesThatDoNotExist) {
  EXPECT_EQ(idle(with_line(14, "  // cudep: allow(free-in-fligt)")),
            Texts{"14: there is no rule `free-in-fligt` to allow; did you mean `free-in-flight`?"});
}

TEST_F(Comments, WhatCannotBeFollowedIsTold) {
  const auto told = [](const std::string& comment) {
    report::SourceLines sources;
    sources.provide("a.cu", "x;  // " + comment + "\n");
    std::string text;
    for (const report::Remark& fault : read_suppressions("a.cu", sources).faults)
      text += fmt::format("{}:{}: {}", fault.site.line, fault.site.column, fault.message);
    return text;
  };
  const std::string no_end = "1:8: the bracket of this comment does not close on its line, so that it allows nothing";
  EXPECT_EQ(told("cudep: allow(free-in-flight"), no_end);
  EXPECT_EQ(told("NOLINT(free-in-flight"), no_end);
  EXPECT_EQ(told("cudep: allow()"), "1:8: this comment names no rule, as `cudep: allow(free-in-flight)` does");
  EXPECT_EQ(told("cudep: alow(free-in-flight)"),
            "1:8: `cudep: alow` allows nothing; did you mean `cudep: allow(RULE)`?");
  EXPECT_EQ(told("cudep: disable(free-in-flight)"),
            "1:8: `cudep: disable` allows nothing; did you mean `cudep: allow(RULE)`?");
  EXPECT_EQ(told("cudep: allow free-in-flight"),
            "1:8: `cudep: allow` allows nothing; did you mean `cudep: allow(RULE)`?");
  EXPECT_EQ(told("NOLINT(cudep-free-in-fligt)"),
            "1:8: there is no rule `cudep-free-in-fligt` to allow; did you mean `free-in-flight`?");
  EXPECT_EQ(told("cudep: allow(fre-*)"), "1:8: there is no rule `fre-*` to allow");
  for (const char* fine : {"cudep: read f(x) first", "cudep:allow (free-in-flight)", "NOLINT(bugprone-*", "NOLINT()",
                           "NOLINT(readability-identifier-length, performance-*)"})
    EXPECT_EQ(told(fine), "") << fine;
}

TEST_F(Comments, CodeIsNoComment) {
  EXPECT_EQ(accepting(with_line(10, "  puts(\"NOLINT(unordered-stream-access)\");")), nullptr);
}

}  // namespace
}  // namespace cudep::adoption
