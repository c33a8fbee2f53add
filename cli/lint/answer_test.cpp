// Answers are read as they were written, and checks as they were kept.
#include "cli/lint/answer.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace cudep::lint
