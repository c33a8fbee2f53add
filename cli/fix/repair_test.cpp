// What is applied, what is left and why, with a made-up check of the changed program.
#include "cli/fix/repair.h"

#include <gtest/gtest.h>

#include "cli/report/sample_findings.h"
#include "cli/report/temporary_folder.h"

namespace cudep::fix {
namespace {

using namespace report::samples;

/// The check looks for `wait` in the text: with it, the host race is gone.
Program program(std::string_view wait) {
  return {.check =
              [=](const Texts& edited) {
                Outcome outcome;
                if (!edited.at(std::string(kFile)).contains(wait)) outcome.findings = {host_race()};
                return outcome;
              },
          .why_not = [](const std::string&) { return std::optional<std::string>(); },
          .read = [](const std::string&) { return std::optional(std::string(kSource)); }};
}

class RepairTest : public testing::Test {
 protected:
  // Advice is made of the file itself.
  RepairTest() { report::TemporaryFolder::write(std::string(kFile), kSource); }

  report::TemporaryFolder folder_;
};

TEST_F(RepairTest, AppliesWhatTheCheckProvesRight) {
  const Repair done = repair({host_race()}, {.findings = {host_race()}, .units = {}},
                             program("  cudaStreamSynchronize(consumer);\n  sum += out[0];\n"));
  ASSERT_EQ(done.findings.size(), 1);
  EXPECT_TRUE(done.findings[0].fixed) << done.findings[0].why_not;
  EXPECT_TRUE(done.after.at(std::string(kFile)).contains("  cudaStreamSynchronize(consumer);\n  sum += out[0];\n"));
  EXPECT_EQ(done.before.at(std::string(kFile)), kSource);
}

TEST_F(RepairTest, LeavesWhatDoesNotSuffice) {
  Program idle = program("");
  idle.check = [](const Texts&) {
    rules::Finding moved = host_race();
    moved.primary.site.line += 1;
    return Outcome{.findings = {moved}, .units = {}};
  };
  const Repair done = repair({host_race()}, {.findings = {host_race()}, .units = {}}, idle);
  EXPECT_TRUE(done.after.empty());
  EXPECT_EQ(done.findings[0].why_not, "its edit does not suffice");
}

TEST_F(RepairTest, LeavesWhatLeadsToAnotherFinding) {
  const Repair done = repair({host_race()}, {.findings = {host_race()}, .units = {}}, program("something else"));
  EXPECT_TRUE(done.after.empty());
  EXPECT_EQ(done.findings[0].why_not, "its edit leads to another finding, host-read-before-sync at line 14");
}

TEST_F(RepairTest, LeavesWhatDoesNotCompile) {
  Program strict = program("");
  strict.check = [](const Texts&) {
    report::Problem problem{.kind = report::ProblemKind::ParseError, .site = at(14), .message = "no `consumer` here"};
    return Outcome{.findings = {}, .units = {{.file = std::string(kFile), .problems = {problem}}}};
  };
  const Repair done = repair({host_race()}, {.findings = {host_race()}, .units = {}}, strict);
  EXPECT_TRUE(done.after.empty());
  EXPECT_EQ(done.findings[0].why_not, "its edit does not hold there: no `consumer` here");
}

TEST_F(RepairTest, LeavesFilesThatMayNotBeEdited) {
  Program closed = program("");
  closed.why_not = [](const std::string& file) { return std::optional(file + " is read-only"); };
  const Repair done = repair({host_race()}, {.findings = {host_race()}, .units = {}}, closed);
  EXPECT_TRUE(done.after.empty());
  EXPECT_EQ(done.findings[0].why_not, "app.cu is read-only");
}

TEST_F(RepairTest, NothingThatWasNotAskedFor) {
  const Repair done = repair({}, {.findings = {host_race()}, .units = {}}, program(""));
  EXPECT_TRUE(done.after.empty());
  EXPECT_TRUE(done.findings.empty());
}

TEST(Offer, EqualEditsAreOneAndOthersWait) {
  const report::LineEdit record{.first = 2, .removed = 0, .inserted = {"record"}};
  const report::LineEdit wait{.first = 5, .before = true, .removed = 0, .inserted = {"wait"}};
  const FileEdits both = {{"a.cu", {record, wait}}};
  EXPECT_TRUE(fits(both, both));
  EXPECT_FALSE(fits(both, {{"a.cu", {record}}, {"b.cu", {wait}}})) << "half of it";
  FileEdits all = both;
  add(all, both);
  EXPECT_EQ(all, both);
}

}  // namespace
}  // namespace cudep::fix
