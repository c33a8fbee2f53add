// Sentences in narrow terminals.
#include "cli/report/wrapped_text.h"

#include <gtest/gtest.h>

namespace cudep::report {
namespace {

TEST(Wrapped, BreaksBetweenWords) {
  EXPECT_EQ(wrapped("one two three", 0, 9), "one two\n    three");
  EXPECT_EQ(wrapped("one two", 6, 9), "one\n    two");
  EXPECT_EQ(wrapped("é two", 0, 5), "é two") << "characters count, not bytes";
}

TEST(Wrapped, LongWordsStayWhole) {
  EXPECT_EQ(wrapped("incomprehensible", 0, 9), "\n    incomprehensible");
  EXPECT_EQ(wrapped("a incomprehensible b", 0, 9), "a\n    incomprehensible\n    b");
}

TEST(Wrapped, NotWithoutAWidth) { EXPECT_EQ(wrapped("one two three", 99, 0), "one two three"); }

}  // namespace
}  // namespace cudep::report
