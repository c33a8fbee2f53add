// Each flavour of quoting, with what real build files hold and with text that ends in the middle.
#include "analyzer/command/words.h"

#include <gtest/gtest.h>

namespace cudep::command {
namespace {

using Words = std::vector<std::string>;

struct Case {
  std::string_view text;
  Words words;
};

TEST(Words, ShellQuotesAndBackslashes) {
  const Case cases[] = {
      {"", {}},
      {" \t\n ", {}},
      {"nvcc  -c\ta.cu", {"nvcc", "-c", "a.cu"}},
      {R"(-DS=\"a\ b\" x)", {"-DS=\"a b\"", "x"}},
      {R"("-DS=\"a b\"" x)", {"-DS=\"a b\"", "x"}},
      {R"('-DS="a\b"')", {R"(-DS="a\b")"}},
      {R"("c:\dir" 'it'"'"'s')", {R"(c:\dir)", "it's"}},
      {R"("" '' x)", {"", "", "x"}},
      {"a\\\nb c\\\n d", {"ab", "c", "d"}},
      {"a $HOME `b` *", {"a", "$HOME", "`b`", "*"}},
      {"a \"open", {"a", "open"}},
      {"a 'open x", {"a", "open x"}},
      {"end\\", {"end\\"}},
      {"a && b", {"a", "&&", "b"}},
  };
  for (const Case& c : cases) EXPECT_EQ(shell_words(c.text), c.words) << c.text;
}

TEST(Words, OptionsFilesKnowOnlyDoubleQuotes) {
  const Case cases[] = {
      {"-I/a -isystem=/b\n-DX\r\n", {"-I/a", "-isystem=/b", "-DX"}},
      {R"(-I"some dir" "-Isome other" -DS="x y")", {"-Isome dir", "-Isome other", "-DS=x y"}},
      {R"(-DA=a\ b -DC='q')", {"-DA=a b", "-DC='q'"}},
      {"\"open", {"open"}},
  };
  for (const Case& c : cases) EXPECT_EQ(options_file_words(c.text), c.words) << c.text;
}

TEST(Words, EnvironmentWordsKeepTheirQuotes) {
  const Case cases[] = {
      {R"(-DP="x y" -I"a b")", {R"(-DP="x y")", R"(-I"a b")"}},
      {R"(-DA=a\b 'x y')", {R"(-DA=a\b)", "'x", "y'"}},
      {"", {}},
  };
  for (const Case& c : cases) EXPECT_EQ(environment_words(c.text), c.words) << c.text;
}

TEST(Words, ListsSplitAtBareCommas) {
  const Case cases[] = {
      {"a", {"a"}},
      {"a,b", {"a", "b"}},
      {",a,,b,", {"a", "b"}},
      {"", {}},
      {",", {}},
      {R"(F(a\,b)=1)", {"F(a,b)=1"}},
      {R"("a,b",c)", {"\"a,b\"", "c"}},
      {R"(S=\"a,b\")", {"S=\"a", "b\""}},
      {R"(a\\,b\n)", {"a\\", "b\\n"}},
      {"\"open,a", {"\"open,a"}},
      {"a\\", {"a\\"}},
  };
  for (const Case& c : cases) EXPECT_EQ(list_items(c.text), c.words) << c.text;
}

TEST(Words, WithoutQuotes) { EXPECT_EQ(without_quotes("-I\"a b\"\""), "-Ia b"); }

}  // namespace
}  // namespace cudep::command
