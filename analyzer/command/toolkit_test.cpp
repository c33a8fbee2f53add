// Toolkits in every place, in the order of their weight, and folders that only look like one.
#include "analyzer/command/toolkit.h"

#include <gtest/gtest.h>

#include "analyzer/command/test_folder.h"

namespace cudep::command {
namespace {

void install(const TestFolder& folder, const std::string& root) {
  folder.write(root + "/include/cuda_runtime.h", "");
  folder.write(root + "/bin/nvcc", "");
}

TEST(Toolkit, TheFirstPlaceThatHoldsOne) {
  const TestFolder folder;
  ToolkitSearch search{.install_folder = folder / "local"};
  const auto root = [&search] { return find_toolkit(search).value_or(Toolkit{}).root; };
  install(folder, "local/cuda-9.2");
  EXPECT_EQ(root(), folder / "local/cuda-9.2");
  install(folder, "local/cuda-12.4");
  folder.write("local/cuda-13.0/README", "");
  EXPECT_EQ(root(), folder / "local/cuda-12.4");
  install(folder, "local/cuda");
  EXPECT_EQ(root(), folder / "local/cuda");
  install(folder, "opt/cuda");
  folder.write("scripts/bin/nvcc", "");
  std::filesystem::create_directories(folder / "bin");
  std::filesystem::create_symlink(folder / "opt/cuda/bin/nvcc", folder / "bin/nvcc");
  search.path =
      ":" + (folder / "none").string() + ":" + (folder / "scripts/bin").string() + ":" + (folder / "bin").string();
  EXPECT_EQ(root(), folder / "opt/cuda");
  install(folder, "home");
  search.cuda_home = folder / "home";
  EXPECT_EQ(root(), folder / "home");
  install(folder, "path");
  search.cuda_path = folder / "path";
  EXPECT_EQ(root(), folder / "path");
  install(folder, "given");
  search.option = folder / "x/../given";
  EXPECT_EQ(root(), folder / "given");
}

TEST(Toolkit, AGivenFolderIsNotReplacedByAnother) {
  const TestFolder folder;
  install(folder, "local/cuda");
  const auto toolkit = find_toolkit({.option = folder / "wrong", .install_folder = folder / "local"});
  ASSERT_FALSE(toolkit);
  EXPECT_EQ(toolkit.error(), "no CUDA toolkit: include/cuda_runtime.h is not in " + folder.path() +
                                 "/wrong (--cuda-path); name the toolkit's folder with --cuda-path DIR, or use the "
                                 "declarations that come with cudep: --cuda-path bundled");
}

TEST(Toolkit, WithoutOneTheNoteNamesEveryPlace) {
  const TestFolder folder;
  folder.write("sdk/bin/nvcc", "");
  folder.write("local/cuda-12.0/README", "");
  const auto toolkit = find_toolkit({.cuda_path = "/none/path",
                                     .cuda_home = "/none/home",
                                     .path = folder / "sdk/bin",
                                     .install_folder = folder / "local"});
  ASSERT_TRUE(toolkit) << toolkit.error();
  EXPECT_EQ(toolkit->root, "");
  for (const std::string place : {"/none/path (CUDA_PATH)", "/none/home (CUDA_HOME)", "sdk (nvcc on PATH)",
                                  "local/cuda (installed)", "local/cuda-12.0 (installed)", "that come with cudep"}) {
    EXPECT_TRUE(toolkit->note.contains(place)) << toolkit->note;
  }
}

TEST(Toolkit, TheBundledDeclarationsCanBeAskedFor) {
  const TestFolder folder;
  install(folder, "local/cuda");
  const auto toolkit = find_toolkit({.option = "bundled", .install_folder = folder / "local"});
  ASSERT_TRUE(toolkit) << toolkit.error();
  EXPECT_EQ(*toolkit, Toolkit{});
}

}  // namespace
}  // namespace cudep::command
