// Files that are replaced: permissions, links, and none at all when one cannot be.
#include "cli/fix/save.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "cli/report/read_file.h"
#include "cli/report/temporary_folder.h"

namespace cudep::fix {
namespace {

namespace fs = std::filesystem;

class SaveTest : public testing::Test {
 protected:
  SaveTest() {
    report::TemporaryFolder::write("a.cu", "a");
    report::TemporaryFolder::write("b.cu", "b");
  }
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()));
  }

  report::TemporaryFolder folder_;
};

TEST_F(SaveTest, KeepsPermissionsAndLinks) {
  fs::permissions(path("a.cu"), fs::perms::owner_all | fs::perms::group_read);
  fs::create_symlink("a.cu", path("link.cu"));
  ASSERT_TRUE(save({{path("link.cu"), "a"}}, {{path("link.cu"), "new"}}));
  EXPECT_EQ(report::read_file(path("a.cu")), "new");
  EXPECT_TRUE(fs::is_symlink(path("link.cu")));
  EXPECT_EQ(fs::status(path("a.cu")).permissions(), fs::perms::owner_all | fs::perms::group_read);
  EXPECT_EQ(files(), 3) << "nothing is left beside them";
}

TEST_F(SaveTest, ChangesNothingWhenOneFileHasChanged) {
  const auto saved =
      save({{path("a.cu"), "a"}, {path("b.cu"), "as it was"}}, {{path("a.cu"), "x"}, {path("b.cu"), "y"}});
  ASSERT_FALSE(saved);
  EXPECT_TRUE(saved.error().ends_with("has changed since it was read; nothing was fixed")) << saved.error();
  EXPECT_EQ(report::read_file(path("a.cu")), "a");
  EXPECT_EQ(files(), 2);
}

TEST_F(SaveTest, ChangesNothingWhenOneIsGone) {
  const auto saved = save({{path("a.cu"), "a"}, {path("gone.cu"), "g"}}, {{path("a.cu"), "x"}, {path("gone.cu"), "y"}});
  ASSERT_FALSE(saved);
  EXPECT_TRUE(saved.error().contains("No such file")) << saved.error();
  EXPECT_EQ(report::read_file(path("a.cu")), "a");
}

}  // namespace
}  // namespace cudep::fix
