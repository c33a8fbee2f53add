// Databases as build systems write them, and broken ones: each error names the place and the remedy.
#include "analyzer/command/compile_database.h"

#include <gtest/gtest.h>

#include "analyzer/command/test_folder.h"

namespace cudep::command {
namespace {

using Words = std::vector<std::string>;

std::expected<CompileDatabase, std::string> read_text(std::string_view text, const TestFolder& folder) {
  folder.write("compile_commands.json", text);
  return CompileDatabase::read(folder.path());
}

TEST(CompileDatabase, CommandAndArguments) {
  const TestFolder folder;
  const auto database = read_text(R"([
    {"directory": "/build", "file": "../src/a.cu", "command": "nvcc -DS=\\\"x\\ y\\\" -c ../src/a.cu", "output": "a.o"},
    {"directory": "sub", "file": "b.cu", "arguments": ["nvcc", "-c", "b.cu"], "command": 3},
    {"directory": "/build", "file": "/src/a.cu", "command": "nvcc second"}
  ])",
                                  folder);
  ASSERT_TRUE(database) << database.error();
  const DatabaseEntry* a = database->find("/src/./x/../a.cu");
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(*a, (DatabaseEntry{"/build", "../src/a.cu", {"nvcc", "-DS=\"x y\"", "-c", "../src/a.cu"}}));
  const DatabaseEntry* b = database->find(folder / "sub/b.cu");
  ASSERT_NE(b, nullptr);
  EXPECT_EQ(b->directory, folder.path() + "/sub");
  EXPECT_EQ(b->command_line, (Words{"nvcc", "-c", "b.cu"}));
  EXPECT_EQ(database->find("/src/c.cu"), nullptr);
  EXPECT_EQ(database->find(""), nullptr);
  EXPECT_EQ(database->sources(), (Words{"/src/a.cu", folder.path() + "/sub/b.cu"}));
}

TEST(CompileDatabase, FindsSourcesThroughLinks) {
  const TestFolder folder;
  folder.write("real/a.cu", "");
  std::filesystem::create_directory_symlink(folder / "real", folder / "link");
  const auto database = read_text(R"([{"directory": "real", "file": "a.cu", "command": "nvcc a.cu"}])", folder);
  ASSERT_TRUE(database) << database.error();
  EXPECT_NE(database->find(folder / "link/a.cu"), nullptr);
}

TEST(CompileDatabase, ErrorsNameThePlaceAndTheRemedy) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", ": not a compile database: it is empty"},
      {"[\n  {\"directory\": \"/b\",\n   \"file\" \"a\"}]", ":3:13: not valid JSON"},
      {"[{\"directory\": \"/b\"", ": not valid JSON"},
      {"[\"\xff\"]", ":1:3: not valid JSON"},
      {"{}", ": no array of entries"},
      {"null", ": no array of entries"},
      {"[3]", ": entry 1 of 1 is no object"},
      {R"([{"file": "a", "command": "x"}])", ": entry 1 of 1 has no \"directory\""},
      {R"([{"directory": "/b", "command": "x"}])", ": entry 1 of 1 has no \"file\""},
      {R"([{"directory": 1, "file": "a", "command": "x"}])", ": entry 1 of 1 \"directory\" is no string"},
      {R"([{"directory": "/b", "file": "a", "command": "x"}, {"directory": "/b", "file": "c"}])",
       ": entry 2 of 2 has neither \"arguments\" nor \"command\""},
      {R"([{"directory": "/b", "file": "a", "command": ["x"]}])", ": entry 1 of 1 \"command\" is no string"},
      {R"([{"directory": "/b", "file": "a", "arguments": "x"}])",
       ": entry 1 of 1 \"arguments\" is no array of strings"},
      {R"([{"directory": "/b", "file": "a", "arguments": ["x", 1]}])", "\"arguments\" is no array of strings"},
  };
  const TestFolder folder;
  for (const auto& [text, message] : cases) {
    const auto database = read_text(text, folder);
    ASSERT_FALSE(database) << text;
    EXPECT_TRUE(database.error().starts_with(folder.path() + "/compile_commands.json")) << database.error();
    EXPECT_TRUE(database.error().contains(message)) << database.error();
    EXPECT_TRUE(database.error().contains("CMAKE_EXPORT_COMPILE_COMMANDS")) << database.error();
    EXPECT_FALSE(database.error().contains('\n')) << database.error();
  }
}

TEST(CompileDatabase, DeepNestingIsOnlyAnError) {
  const TestFolder folder;
  EXPECT_FALSE(read_text(std::string(200000, '['), folder));
  EXPECT_FALSE(read_text(std::string(100000, '[') + std::string(100000, ']'), folder));
}

TEST(CompileDatabase, MissingOrNoFile) {
  const TestFolder folder;
  const auto missing = CompileDatabase::read(folder.path());
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error(), folder.path() +
                                 "/compile_commands.json: no such file; write it anew, for example with cmake "
                                 "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or name its folder with -p DIR");
  std::filesystem::create_directories(folder / "compile_commands.json");
  const auto is_folder = CompileDatabase::read(folder.path());
  ASSERT_FALSE(is_folder);
  EXPECT_TRUE(is_folder.error().contains("cannot be read")) << is_folder.error();
  EXPECT_TRUE(read_text("[]", TestFolder()));
}

TEST(CompileDatabase, FoundUpwardsFromTheSource) {
  const TestFolder folder;
  folder.write("a/b/x.cu", "");
  folder.write("a/build/compile_commands.json", "[]");
  EXPECT_EQ(find_database(folder / "a/b/x.cu"), folder / "a/build/compile_commands.json");
  folder.write("a/compile_commands.json", "[]");
  EXPECT_EQ(find_database(folder / "a/b/x.cu"), folder / "a/compile_commands.json");
  folder.write("a/b/compile_commands.json", "[]");
  EXPECT_EQ(find_database(folder / "a/b/../b/x.cu"), folder / "a/b/compile_commands.json");
}

}  // namespace
}  // namespace cudep::command
