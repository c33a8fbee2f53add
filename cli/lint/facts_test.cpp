// Facts files: everything survives, and what is wrong with a file is told.
#include "cli/lint/facts.h"

#include <gtest/gtest.h>

#include "analyzer/program/text.h"

namespace cudep::lint {
namespace {

UnitFacts sample(const std::string& file) {
  UnitFacts facts{.file = file, .arguments = {"-DN=4", "-I a b"}, .seconds = 0.5};
  facts.problems = {{.kind = report::ProblemKind::ParseError, .site = {"a \"b\".h", 3, 7}, .message = "expected ';'"}};
  facts.remarks = {{.site = {"b.h", 2, 1}, .message = "unknown builtin"}};
  facts.program = *program::parse("function @main \"main\" () -> i32 {\nentry:\n  return 0\n}\n", file);
  return facts;
}

TEST(Facts, EverythingSurvives) {
  const std::string text = print_facts({sample("a.cu"), sample("b.cu")});
  const auto units = parse_facts(text, "x.facts");
  ASSERT_TRUE(units) << units.error();
  ASSERT_EQ(units->size(), 2U);
  const UnitFacts& first = units->front();
  const UnitFacts written = sample("a.cu");
  EXPECT_EQ(first.file, written.file);
  EXPECT_EQ(first.arguments, written.arguments);
  EXPECT_EQ(first.problems, written.problems);
  EXPECT_EQ(first.remarks, written.remarks);
  EXPECT_EQ(first.seconds, written.seconds);
  EXPECT_EQ(print_facts(*units), text);
}

TEST(Facts, NoUnitsAreNoMistake) { EXPECT_TRUE(parse_facts(print_facts({}), "x.facts")->empty()); }

std::string error_of(const std::string& text) {
  const auto units = parse_facts(text, "x.facts");
  return units ? "none" : units.error();
}

TEST(Facts, WhatIsWrongIsToldWithItsPlaceAndTheRemedy) {
  constexpr std::string_view kRemedy = "; write it again with `cudep lint --facts-out`";
  const std::string good = print_facts({sample("a.cu")});
  EXPECT_EQ(error_of("int main() {}\n"), std::string("x.facts:1: not a facts file") + std::string(kRemedy));
  EXPECT_EQ(error_of(""), std::string("x.facts:1: not a facts file") + std::string(kRemedy));
  EXPECT_EQ(error_of("cudep-facts 1 0.0.0-other\n"),
            std::string("x.facts:1: facts of another version of cudep") + std::string(kRemedy));
  EXPECT_EQ(error_of(good + "{\"file\": 3}\n"),
            std::string("x.facts:7: expected the head of a unit") + std::string(kRemedy));
  EXPECT_NE(error_of(good.substr(0, good.size() - 20)).find("the file ends too early"), std::string::npos);
  std::string unsound = good;
  unsound.replace(unsound.find("  return 0"), 10, "  return %9");
  EXPECT_NE(error_of(unsound), "none");
}

TEST(Facts, CutFilesNeverCrash) {
  const std::string good = print_facts({sample("a.cu"), sample("b.cu")});
  for (std::size_t length = 0; length < good.size(); ++length) (void)parse_facts(good.substr(0, length), "x.facts");
}

}  // namespace
}  // namespace cudep::lint
