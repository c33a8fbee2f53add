// Files that are not the project's, generated, read-only or changed meanwhile.
#include "cli/fix/editable.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <fstream>

namespace cudep::fix {
namespace {

namespace fs = std::filesystem;

class ProjectTest : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    write("a.cu", "int main() {}\n");
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, std::string_view text) const { std::ofstream(path(name)) << text; }
  Project project() const { return {{path("a.cu")}, fs::file_time_type::clock::now() + std::chrono::seconds(1)}; }

  fs::path folder_ = fs::path(testing::TempDir()) / ("editable_test_" + std::to_string(getpid()));
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
  fs::remove(path("closed.cu"));
}

TEST_F(ProjectTest, ThoseThatHaveChangedMayNot) {
  const Project earlier({path("a.cu")}, fs::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_TRUE(earlier.why_not(path("a.cu"))->contains("has changed since it was read"));
}

}  // namespace
}  // namespace cudep::fix
