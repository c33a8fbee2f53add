// Texts after edits: line ends, files without a last one, edits in each other's way.
#include "cli/report/edited_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cudep::report {
namespace {

LineEdit insert(std::uint32_t line, std::vector<std::string> lines) {
  return {.first = line, .before = true, .removed = 0, .inserted = std::move(lines)};
}

TEST(EditedText, PutsLinesInAndTakesThemOut) {
  EXPECT_EQ(edited_text("a\nb\nc\n", {insert(2, {"x", "y"}), {.first = 3, .removed = 1, .inserted = {}}}),
            "a\nx\ny\nb\n");
}

TEST(EditedText, KeepsLineEnds) {
  EXPECT_EQ(edited_text("a\r\nb\r\n", {insert(2, {"x"})}), "a\r\nx\r\nb\r\n");
  EXPECT_EQ(edited_text("a\nb", {insert(3, {"x"})}), "a\nb\nx");
  EXPECT_EQ(edited_text("a\nb", {insert(1, {"x"})}), "x\na\nb");
  EXPECT_EQ(edited_text("", {insert(1, {"x"})}), "x\n");
}

TEST(EditedText, WhatFollowsALineComesFirst) {
  const LineEdit after{.first = 2, .before = false, .removed = 0, .inserted = {"z"}};
  std::vector<LineEdit> edits = {insert(2, {"a"}), after};
  std::ranges::sort(edits);
  EXPECT_EQ(edited_text("1\n2\n", edits), "1\nz\na\n2\n");
}

TEST(Overlap, OfLinesThatAreTakenOut) {
  const LineEdit removal{.first = 2, .removed = 3, .inserted = {}};
  EXPECT_TRUE(overlap(removal, insert(3, {"x"})));
  EXPECT_TRUE(overlap(removal, {.first = 4, .removed = 2, .inserted = {}}));
  EXPECT_TRUE(overlap(removal, {.first = 2, .removed = 1, .inserted = {}}));
  EXPECT_FALSE(overlap(removal, removal)) << "the same";
  EXPECT_FALSE(overlap(removal, insert(2, {"x"})));
  EXPECT_FALSE(overlap(removal, insert(5, {"x"})));
  EXPECT_FALSE(overlap(insert(2, {"x"}), insert(2, {"y"})));
}

TEST(LineAfter, MovesWithTheLines) {
  const std::vector<LineEdit> edits = {insert(2, {"x", "y"}), {.first = 4, .removed = 1, .inserted = {}}};
  EXPECT_EQ(line_after(1, edits), 1U);
  EXPECT_EQ(line_after(2, edits), 4U);
  EXPECT_EQ(line_after(4, edits), std::nullopt);
  EXPECT_EQ(line_after(5, edits), 6U);
}

}  // namespace
}  // namespace cudep::report
