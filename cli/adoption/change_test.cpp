// Diffs of git and of diff, and the findings that they touch.
#include "cli/adoption/change.h"

#include <gtest/gtest.h>

#include "cli/report/sample_findings.h"
#include "cli/report/temporary_folder.h"

namespace cudep::adoption {
namespace {

using namespace report::samples;
using Lines = std::vector<ChangedLines>;

class Changes : public testing::Test {
 protected:
  Changes() { report::TemporaryFolder::write(std::string(kFile), kSource); }

  static Lines lines(std::string_view hunks) {
    const auto change = parse_diff("--- a/app.cu\n+++ b/app.cu\n" + std::string(hunks), "d");
    return change ? change->lines_of(std::string(kFile)) : Lines();
  }
  static bool touches(std::string_view hunks, const rules::Finding& finding = race()) {
    report::SourceLines sources;
    return parse_diff("--- a/app.cu\n+++ b/app.cu\n" + std::string(hunks), "d")->touches(finding, sources);
  }

  report::TemporaryFolder folder_;
};

TEST_F(Changes, AddedLines) {
  EXPECT_EQ(lines("@@ -4,0 +5,2 @@ void f()\n+a\n+b\n"), (Lines{{5, 5}, {6, 6}}));
  EXPECT_EQ(lines("@@ -3,3 +3,4 @@\n c\n+a\n c\n\n"), (Lines{{4, 4}}));
}

TEST_F(Changes, RemovedLinesAreTheGapTheyLeave) {
  EXPECT_EQ(lines("@@ -9 +8,0 @@\n-a\n"), (Lines{{9, 8}}));
  EXPECT_EQ(lines("@@ -8,3 +8,2 @@\n c\n-a\n c\n"), (Lines{{9, 8}}));
}

TEST_F(Changes, LinesThatLookLikeHeads) {
  EXPECT_EQ(lines("@@ -4,2 +4,2 @@\n--- x\n-@@ y\n+++ z\n+b\n\\ No newline at end of file\n@@ -9 +9 @@\n-a\n+b\n"),
            (Lines{{4, 3}, {4, 3}, {4, 4}, {5, 5}, {9, 8}, {9, 9}}));
}

TEST_F(Changes, FilesAreFoundFromFoldersBelow) {
  report::TemporaryFolder::write("src/deep.cu", kSource);
  std::filesystem::current_path("src");
  EXPECT_EQ(parse_diff("+++ b/src/deep.cu\n@@ -1 +1 @@\n-a\n+b\n", "d")->lines_of("deep.cu").size(), 2U);
  EXPECT_EQ(parse_diff("+++ src/deep.cu\t2026-01-01\n@@ -1 +1 @@\n-a\n+b\n", "d")->lines_of("deep.cu").size(), 2U);
}

TEST_F(Changes, QuotedNames) {
  report::TemporaryFolder::write("k\303\244.cu", kSource);
  EXPECT_EQ(parse_diff("+++ \"b/k\\303\\244.cu\"\n@@ -1,0 +1 @@\n+b\n", "d")->lines_of("k\303\244.cu").size(), 1U);
}

TEST_F(Changes, OfAnyPlaceOrBetweenThem) {
  EXPECT_TRUE(touches("@@ -9,0 +10 @@\n+add\n"));
  EXPECT_TRUE(touches("@@ -9 +8,0 @@\n-wait\n")) << "a wait between the two operations is gone";
  EXPECT_TRUE(touches("@@ -11 +10,0 @@\n-wait\n")) << "right behind the later one";
  EXPECT_FALSE(touches("@@ -12 +12 @@\n-a\n+b\n"));
  EXPECT_FALSE(touches("@@ -2,0 +2 @@\n+b\n"));
}

TEST_F(Changes, OfTheLoopAroundTwoLaps) {
  report::TemporaryFolder::write(std::string(kFile),
                                 "void f() {\n  a();\n  for (;;) {\n    b();\n    { c(); }\n    later();\n"
                                 "    earlier();\n    d();\n  }\n  e();\n}\n");
  rules::Finding laps = race();
  laps.later.frames.front().site.line = laps.primary.site.line = 6;
  laps.earlier.frames.front().site.line = 7;
  EXPECT_TRUE(touches("@@ -4,0 +4 @@\n+b\n", laps));
  EXPECT_TRUE(touches("@@ -8,0 +8 @@\n+d\n", laps));
  EXPECT_FALSE(touches("@@ -2,0 +2 @@\n+a\n", laps));
  EXPECT_FALSE(touches("@@ -10,0 +10 @@\n+e\n", laps));
}

TEST_F(Changes, OfTheCallsThatLedThere) {
  rules::Finding called = race();
  called.later.frames.push_back({.site = at(18), .function = "main"});
  EXPECT_TRUE(touches("@@ -18 +18 @@\n-a\n+b\n", called));
}

TEST_F(Changes, OfOtherFiles) {
  report::SourceLines sources;
  EXPECT_FALSE(parse_diff("+++ b/other.cu\n@@ -10 +10 @@\n-a\n+b\n", "d")->touches(race(), sources));
  EXPECT_FALSE(parse_diff("--- a/app.cu\n+++ /dev/null\n@@ -10 +9,0 @@\n-a\n", "d")->touches(race(), sources));
}

TEST_F(Changes, WhatIsNoDiff) {
  EXPECT_EQ(parse_diff("hello\n", "d").error(), "d: no file is changed in it; give what `git diff` writes");
  EXPECT_EQ(parse_diff("+++ b/app.cu\n@@ what @@\n", "d").error(),
            "d:2: not a head of lines in a unified diff; give what `git diff` writes");
  EXPECT_TRUE(parse_diff("", "d")) << "nothing has changed";
  EXPECT_EQ(read_diff("gone.diff").error(), "gone.diff: no such file; name a file that `git diff` wrote, or `-`");
}

}  // namespace
}  // namespace cudep::adoption
