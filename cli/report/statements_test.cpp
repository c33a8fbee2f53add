// Statements: over several lines, under an `if`, in blocks of different depth.
#include "cli/report/statements.h"

#include <gtest/gtest.h>

namespace cudep::report {
namespace {

SourceLines program(std::string_view text) {
  SourceLines sources;
  sources.provide("a.cu", text);
  return sources;
}

LineRange statement(std::string_view text, std::uint32_t line) {
  SourceLines sources = program(text);
  return statement_at(sources, "a.cu", line);
}

TEST(StatementAt, EndsWhereParenthesesClose) {
  EXPECT_EQ(statement("f(a,\n  g(b),\n  c);\nh(d);\n", 1), (LineRange{1, 3}));
  EXPECT_EQ(statement("f(a,\n  g(b),\n  c);\nh(d);\n", 2), (LineRange{1, 3}));
  EXPECT_EQ(statement("f(a,\n  g(b),\n  c);\nh(d);\n", 4), (LineRange{4, 4}));
  EXPECT_EQ(statement("k(\n", 1), (LineRange{1, 1})) << "never closes";
  EXPECT_EQ(statement("", 7), (LineRange{7, 7}));
  EXPECT_EQ(statement("", 0), (LineRange{0, 0})) << "a place without a line";
}

TEST(StatementAt, TakesTheIfOfABodyWithoutBraces) {
  EXPECT_EQ(statement("a();\nif (b)\n  // why\n  c();\nd();\n", 4), (LineRange{2, 4}));
  EXPECT_EQ(statement("a();\nif (b) {\n  c();\n}\n", 3), (LineRange{3, 3}));
  EXPECT_EQ(statement("#endif\nc();\n", 2), (LineRange{2, 2}));
}

TEST(WithChecks, TakesTheQuestionsForAnErrorBehindIt) {
  const auto checked = [](std::string_view text) {
    SourceLines sources = program(text);
    return with_checks(sources, "a.cu", statement_at(sources, "a.cu", 1));
  };
  EXPECT_EQ(checked("k<<<1, 1>>>();\nCHECK(cudaGetLastError());\nf();\n"), (LineRange{1, 2}));
  EXPECT_EQ(checked("k<<<1, 1>>>();\n\n// why\nCHECK(cudaPeekAtLastError(),\n  2);\nf();\n"), (LineRange{1, 5}));
  EXPECT_EQ(checked("k<<<1, 1>>>();\nf();\nCHECK(cudaGetLastError());\n"), (LineRange{1, 1}));
  EXPECT_EQ(checked("k<<<1, 1>>>();\n}\n"), (LineRange{1, 1}));
  EXPECT_EQ(checked("k<<<1, 1>>>();\nif (cudaGetLastError()) {\n  f();\n}\n"), (LineRange{1, 1}));
}

std::optional<std::pair<LineRange, LineRange>> common(std::string_view text, std::uint32_t a, std::uint32_t b) {
  SourceLines sources = program(text);
  return in_common_block(sources, "a.cu", a, b);
}

TEST(InCommonBlock, LeavesDeeperBlocks) {
  EXPECT_EQ(common("a();\nb();\n", 1, 2), std::pair(LineRange(1, 1), LineRange(2, 2)));
  EXPECT_EQ(common("for (;;) {\n  a();\n}\nb();\n", 2, 4), std::pair(LineRange(3, 3), LineRange(4, 4)));
  EXPECT_EQ(common("a();\nfor (;;) {\n  { c(); }\n  b();\n}\n", 1, 4), std::pair(LineRange(1, 1), LineRange(2, 2)));
  EXPECT_EQ(common("a();\nb();\n", 2, 1), std::nullopt);
}

TEST(IsPlainCall, HasNothingButTheCall) {
  const auto is_plain = [](std::string_view text) {
    SourceLines sources = program(text);
    return is_plain_call(sources, "a.cu", statement_at(sources, "a.cu", 1));
  };
  EXPECT_TRUE(is_plain("  CHECK(cudaEventRecord(e, s));  // why"));
  EXPECT_TRUE(is_plain("cudaEventRecord(e,\n  s);"));
  EXPECT_FALSE(is_plain("return cudaEventRecord(e, s);"));
  EXPECT_FALSE(is_plain("status = cudaEventRecord(e, s);"));
  EXPECT_FALSE(is_plain("if (cudaEventRecord(e, s)) fail();"));
  EXPECT_FALSE(is_plain("f(a); g(b);"));
}

}  // namespace
}  // namespace cudep::report
