// Inputs are unchanged exactly when reading them again would yield the same.
#include "analyzer/inputs/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace cudep::inputs {
namespace {

namespace fs = std::filesystem;
using Kind = Input::Kind;

class Inputs : public testing::Test {
 protected:
  Inputs() { fs::create_directories(folder_); }
  ~Inputs() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::trunc) << text;
    return path(name);
  }
  static Input content(const std::string& path, const std::string& text) {
    return {.kind = Kind::Content, .path = path, .look = look(path).value_or(Look{}), .hash = hash_of(text)};
  }
  static bool holds(const Input& input) { return Inspection().are_unchanged({input}); }

 private:
  fs::path folder_ = fs::temp_directory_path() /
                     fmt::format("cudep_inputs_{}", testing::UnitTest::GetInstance()->current_test_info()->name());
};

void set_modified(const std::string& path, const timespec& time) {
  const timespec times[] = {time, time};
  ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

TEST_F(Inputs, ContentDecidesWhenTheLookIsAnother) {
  const std::string file = write("a.h", "int a;");
  const Input input = content(file, "int a;");
  EXPECT_TRUE(holds(input));
  set_modified(file, {.tv_sec = 1, .tv_nsec = 0});
  EXPECT_TRUE(holds(input));
  write("a.h", "int b;");
  EXPECT_FALSE(holds(input));
  fs::remove(file);
  EXPECT_FALSE(holds(input));
}

TEST_F(Inputs, AFileOfTheSameSizeAndTimeIsStillAnother) {
  const std::string file = write("a.h", "int a;");
  set_modified(file, {.tv_sec = 1, .tv_nsec = 0});
  const Input input = content(file, "int a;");
  fs::rename(write("b.h", "int b;"), file);
  set_modified(file, {.tv_sec = 1, .tv_nsec = 0});
  EXPECT_FALSE(holds(input));
}

TEST_F(Inputs, WhatChangedAMomentAgoIsComparedByContent) {
  const std::string file = write("a.h", "int a;");
  std::vector<Input> inputs = {content(file, "int a;")};
  inputs.front().hash = hash_of("int b;");  // as if the file was changed behind the look, within one tick of the clock
  EXPECT_TRUE(Inspection().are_unchanged(inputs));
  distrust_recent_looks(inputs);
  EXPECT_FALSE(Inspection().are_unchanged(inputs));
}

TEST_F(Inputs, AFileMayAppearOrVanish) {
  const Input absent{.kind = Kind::Absent, .path = path("a.h")};
  const Input present{.kind = Kind::Present, .path = path("a.h")};
  EXPECT_TRUE(holds(absent));
  EXPECT_FALSE(holds(present));
  write("a.h", "");
  EXPECT_FALSE(holds(absent));
  EXPECT_TRUE(holds(present));
}

TEST_F(Inputs, AFolderIsAnotherWithOneMoreFile) {
  const std::string folder = fs::path(path("a.h")).parent_path().string();
  set_modified(folder, {.tv_sec = 1, .tv_nsec = 0});
  const Input listed{.kind = Kind::State, .path = folder, .look = look(folder).value()};
  EXPECT_TRUE(holds(listed));
  write("a.h", "");
  EXPECT_FALSE(holds(listed));
}

TEST_F(Inputs, TextIsReadAsItWasWritten) {
  const std::vector<Input> inputs = {
      {.kind = Kind::Content, .path = "/a b/c.h", .look = {1, 2, -3, 4}, .hash = {5, ~std::uint64_t{0}}},
      {.kind = Kind::State, .path = "/usr/lib", .look = {6, 7, 8, 9}},
      {.kind = Kind::Present, .path = "/x"},
      {.kind = Kind::Absent, .path = "/y"}};
  const auto text = print(inputs);
  ASSERT_TRUE(text);
  EXPECT_EQ(parse(*text), inputs);
  EXPECT_FALSE(print({{.kind = Kind::Absent, .path = "/a\nb"}}));
}

TEST(InputsText, WhatIsNoInputIsNotRead) {
  for (const char* text : {"nonsense /x\n", "content 1 2 3 4 55 /x\n", "state 1 2 3 x /y\n", "\n"})
    EXPECT_FALSE(parse(text)) << text;
}

}  // namespace
}  // namespace cudep::inputs
