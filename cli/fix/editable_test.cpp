// Files that are not the project's, generated, read-only or changed meanwhile.
#include "cli/fix/editable.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "cli/report/temporary_folder.h"

namespace cudep::fix {
namespace {

namespace fs = std::filesystem;

class ProjectTest : public testing::Test {
 protected:
  ProjectTest() { write("a.cu", "int main() {}\n"); }
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  static void write(const std::string& name, std::string_view text) { report::TemporaryFolder::write(name, text); }
  Project project() const { return {{path("a.cu")}, fs::file_time_type::clock::now() + std::chrono::seconds(1)}; }

  report::TemporaryFolder folder_;
};

TEST_F(ProjectTest, OwnFilesMayBeEdited) { EXPECT_EQ(project().why_not(path("a.cu")), std::nullopt); }

TEST_F(ProjectTest, FilesOfOthersMayNot) {
  EXPECT_TRUE(project().why_not("/usr/include/stdio.h")->ends_with("is not the project's"));
  EXPECT_TRUE(project().why_not(path("gone.cu"))->ends_with("is no plain file"));
}

TEST_F(ProjectTest, GeneratedOnesMayNot) {
  write("made.cu", "// Made by a tool. DO NOT EDIT.\n");
  EXPECT_TRUE(project().why_not(path("made.cu"))->ends_with("is generated"));
}

TEST_F(ProjectTest, ReadOnlyOnesMayNot) {
  write("closed.cu", "\n");
  fs::permissions(path("closed.cu"), fs::perms::owner_read);
  EXPECT_TRUE(project().why_not(path("closed.cu"))->ends_with("is read-only"));
}

TEST_F(ProjectTest, ThoseOfSeveralNamesMayNot) {
  fs::create_hard_link(path("a.cu"), path("same.cu"));
  EXPECT_TRUE(project().why_not(path("a.cu"))->contains("hard links"));
}

TEST_F(ProjectTest, ThoseThatHaveChangedMayNot) {
  const Project earlier({path("a.cu")}, fs::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_TRUE(earlier.why_not(path("a.cu"))->contains("has changed since it was read"));
}

}  // namespace
}  // namespace cudep::fix
