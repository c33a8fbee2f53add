// Source lines under messages: tabs, UTF-8, broken bytes, long lines, missing files.
#include "cli/report/source_lines.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace cudep::report {
namespace {

TEST(SourceLines, ReadsFilesAndSurvivesMissingOnes) {
  const std::string file = testing::TempDir() + "source_lines_test_" + std::to_string(getpid()) + ".cu";
  std::ofstream(file, std::ios::binary) << "first\r\nsecond\n\nlast without end";
  SourceLines sources;
  EXPECT_EQ(sources.line(file, 1), "first");
  EXPECT_EQ(sources.line(file, 2), "second");
  EXPECT_EQ(sources.line(file, 3), "");
  EXPECT_EQ(sources.line(file, 4), "last without end");
  EXPECT_EQ(sources.line(file, 5), std::nullopt);
  EXPECT_EQ(sources.line(file, 0), std::nullopt);
  EXPECT_EQ(sources.line("no/such/file.cu", 1), std::nullopt);
  EXPECT_EQ(sources.line(testing::TempDir(), 1), std::nullopt);
  std::remove(file.c_str());
}

TEST(SourceLines, CodeHasNoCommentsAndNoLiterals) {
  SourceLines sources;
  sources.provide("a.cu", "f(\"}\", '{', 1'000);  // {\n/* {\n} */ g();\nh(R\"x({\n)\")x\");");
  EXPECT_EQ(sources.code_line("a.cu", 1), "f(   ,    , 1'000);      ");
  EXPECT_EQ(sources.code_line("a.cu", 2), "    ");
  EXPECT_EQ(sources.code_line("a.cu", 3), "     g();");
  EXPECT_EQ(sources.code_line("a.cu", 4), "h(     ");
  EXPECT_EQ(sources.code_line("a.cu", 5), "     );");
  EXPECT_EQ(sources.code_line("a.cu", 6), std::nullopt);
}

TEST(Snippet, UnderlinesTheToken) {
  EXPECT_EQ(snippet("  add<<<1, 1>>>(x);", 3), (Snippet{"  add<<<1, 1>>>(x);", "  ^~~"}));
  EXPECT_EQ(snippet("}", 1), (Snippet{"}", "^"}));
}

TEST(Snippet, UnderlinesMarksToo) {
  EXPECT_EQ(snippet("add<<<1, s>>>(x);", 1, std::vector<ByteRange>{{.first = 9, .length = 1}}).caret, "^~~      ~");
  EXPECT_EQ(snippet("x = y[0]", 5, std::vector<ByteRange>{{.first = 0, .length = 1}}).caret, "~   ^");
}

TEST(Snippet, HasNoCaretWithoutColumnOrPastTheEnd) {
  EXPECT_EQ(snippet("add", 0).caret, "");
  EXPECT_EQ(snippet("add", 9).caret, "");
  EXPECT_EQ(snippet("", 1), Snippet{});
}

TEST(Snippet, ExpandsTabs) { EXPECT_EQ(snippet("\tx\ty", 4), (Snippet{"    x   y", "        ^"})); }

TEST(Snippet, CountsUtf8AsOneColumn) {
  EXPECT_EQ(snippet("f(\"é\", add);", 9), (Snippet{"f(\"é\", add);", "       ^~~"}));
}

TEST(Snippet, ReplacesBytesThatATerminalCannotShow) {
  EXPECT_EQ(snippet("a\xff\x1b[31mb", 8), (Snippet{"a??[31mb", "       ^"}));
}

TEST(Snippet, CutsLongLinesAroundTheColumn) {
  const std::string line = std::string(500, 'a') + " add " + std::string(500, 'b');
  const Snippet shown = snippet(line, 502);
  EXPECT_LT(shown.text.size(), 200U);
  EXPECT_TRUE(shown.text.starts_with("...") && shown.text.ends_with("..."));
  EXPECT_EQ(shown.text.substr(shown.caret.find('^'), 3), "add");
}

TEST(CodePointColumn, CountsCharactersInsteadOfBytes) {
  EXPECT_EQ(code_point_column("éé add", 6), 4U);
  EXPECT_EQ(code_point_column("add", 1), 1U);
  EXPECT_EQ(code_point_column("add", 99), 4U);
}

TEST(StatementIndentation, IsDeeperAtAClosingBrace) {
  EXPECT_EQ(statement_indentation("    add();"), "    ");
  EXPECT_EQ(statement_indentation("  }"), "    ");
  EXPECT_EQ(statement_indentation(""), "");
}

}  // namespace
}  // namespace cudep::report
