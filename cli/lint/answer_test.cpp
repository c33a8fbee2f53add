// Answers are read as they were written, and checks as they were kept.
#include "cli/lint/answer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyzer/program/text.h"
#include "cli/lint/checked_json.h"
#include "cli/lint/facts.h"
#include "cli/report/sample_findings.h"

namespace cudep::lint {
namespace {

TEST(Answer, IsReadAsItWasWritten) {
  const Answer answer{.facts = {.file = "a.cu"},
                      .inputs = {{.kind = inputs::Input::Kind::Absent, .path = "/x/a.h"}},
                      .prelude = PreludeUse::Missing};
  const std::string text = print_answer(answer);
  const auto parsed = parse_answer(text);
  ASSERT_TRUE(parsed) << parsed.error();
  EXPECT_EQ(parsed->inputs, answer.inputs);
  EXPECT_EQ(parsed->prelude, PreludeUse::Missing);
  EXPECT_TRUE(parsed->may_be_kept);
  EXPECT_EQ(parsed->facts, print_facts({answer.facts}));
}

TEST(Answer, WhatIsNotWhollyKnownIsNotKept) {
  const std::string unsteady = print_answer({.is_steady = false});
  EXPECT_FALSE(parse_answer(unsteady)->may_be_kept);
  const std::string unwritable = print_answer({.inputs = {{.kind = inputs::Input::Kind::Absent, .path = "/a\nb"}}});
  EXPECT_FALSE(parse_answer(unwritable)->may_be_kept);
}

TEST(Answer, OtherTextIsNone) {
  for (const char* text : {"", "cudep-facts 1", "cudep-answer 1 {}\n", "cudep-answer 1 {\"inputs\": 99}\n",
                           "cudep-answer 1 {\"inputs\": 3, \"keep\": true, \"prelude\": \"used\"}\nxyz"})
    EXPECT_EQ(parse_answer(text), std::unexpected("not an answer of cudep-lower")) << text;
}

TEST(Answer, FactsThatSayTheSameHaveOneHash) {
  UnitFacts facts{.file = "a.cu", .seconds = 1};
  const auto hash = [&] { return parse_facts(print_facts({facts}), "facts")->front().hash; };
  const auto first = hash();
  ASSERT_TRUE(first);
  facts.seconds = 2;
  EXPECT_EQ(hash(), first);
  facts.program.per_thread_default_stream = true;
  EXPECT_NE(hash(), first);
}

TEST(CheckedJson, IsReadAsItWasWritten) {
  Checked checked{.findings = {report::samples::full_race(), report::samples::host_race()},
                  .units = {{.file = "a.cu",
                             .problems = {{.site = {.file = "a.cu", .line = 1}, .message = "broken"}},
                             .remarks = {{.site = {.file = "a.cu", .line = 2}, .message = "odd"}},
                             .roots = 1,
                             .multi_stream_roots = 2,
                             .paths = 3,
                             .operations = 4,
                             .cut_roots = {{.name = "run", .reasons = {"too long"}, .multi_stream = true}},
                             .opaque_functions = {"f"},
                             .unknown_functions = {"g"}}}};
  const auto read = checked_of(to_json(checked));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->findings, checked.findings);
  EXPECT_EQ(read->units, checked.units);
  for (const char* text : {"", "[]", "[1, 2]", "[[[]], []]"}) EXPECT_FALSE(checked_of(text)) << text;
}

TEST(RootResultsJson, AreReadAsTheyWereWritten) {
  const RootResults roots = {{{1, 2},
                              {.paths = 3,
                               .operations = 4,
                               .multi_stream = true,
                               .cut = report::CutRoot{.name = "run", .reasons = {"too long"}},
                               .unknown = {"g"},
                               .entered = {"main"},
                               .findings = {report::samples::full_race()}}},
                             {{3, 4}, {}}};
  const auto read = roots_of(to_json(roots));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, roots);
  for (const char* text : {"", "[", R"({"00000000000000010000000000000002": [1]})"})
    EXPECT_FALSE(roots_of(text)) << text;
}

/// Two roots, of which the second writes this number.
UnitFacts two_roots(int number) {
  auto program = program::parse(fmt::format(R"(
declare @cudaDeviceSynchronize () -> i32 system_header
global $x 4 zero at 1:1
function @first "first" () -> void at 2:1 {{
entry:
  %0 = call i32 @cudaDeviceSynchronize() at 2:2
  return at 2:3
}}
function @second "second" () -> void at 3:1 {{
entry:
  store i32 {} -> $x at 3:2
  %0 = call i32 @cudaDeviceSynchronize() at 3:3
  return at 3:4
}}
)",
                                            number),
                                "t");
  EXPECT_TRUE(program) << program.error();
  return {.file = "a.cu", .program = program.value_or(program::Program())};
}

TEST(CheckUnits, RunsOnlyTheRootsThatCanComeToAChange) {
  KeptRoots first;
  check_units({two_roots(1)}, {}, &first);
  ASSERT_EQ(first.now.size(), 2U);
  KeptRoots second = {.before = first.now, .now = {}};
  for (auto& [hash, result] : second.before) result.paths = 100;
  EXPECT_EQ(check_units({two_roots(1)}, {}, &second).units.front().paths, 200U);
  EXPECT_EQ(second.now, second.before);
  second.now.clear();
  EXPECT_EQ(check_units({two_roots(2)}, {}, &second).units.front().paths, 101U);
  EXPECT_EQ(second.now.size(), 2U);
}

}  // namespace
}  // namespace cudep::lint
