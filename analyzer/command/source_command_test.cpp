// From a source to its command, whichever way it is found.
#include "analyzer/command/source_command.h"

#include <gtest/gtest.h>

#include "analyzer/command/test_folder.h"

namespace cudep::command {
namespace {

using Words = std::vector<std::string>;

TEST(SourceCommand, OfAnEntry) {
  const TestFolder folder;
  folder.write("build/inc.rsp", "-I/inc");
  folder.write("compile_commands.json",
               R"([{"directory": "build", "file": "../a.cu",
                    "command": "nvcc --options-file inc.rsp -default-stream per-thread -lineinfo -c ../a.cu -o a.o"}])");
  const auto database = CompileDatabase::read(folder.path());
  ASSERT_TRUE(database) << database.error();
  const CompileCommand expected{
      .directory = folder.path() + "/build",
      .file = "../a.cu",
      .arguments = {"-I/inc", "--offload-arch=sm_80", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"},
      .per_thread_default_stream = true,
      .dropped = {"-lineinfo"}};
  EXPECT_EQ(command_for("a.cu", &*database, {.directory = folder.path()}), expected);
}

TEST(SourceCommand, WithoutAnEntryOrADatabase) {
  const CompileCommand expected{
      .directory = "/work", .file = "a.cu", .arguments = {"-std=c++17", "--offload-arch=sm_90"}};
  const TranslationOptions options{.directory = "/work", .default_architecture = "sm_90"};
  const CompileDatabase empty;
  EXPECT_EQ(command_for("a.cu", &empty, options), expected);
  EXPECT_EQ(command_for("a.cu", nullptr, options), expected);
}

TEST(SourceCommand, GivenByTheUser) {
  const Words arguments = {"-Irelative", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"};
  const CompileCommand expected{
      .directory = "/work", .file = "a.cu", .arguments = arguments, .per_thread_default_stream = true};
  EXPECT_EQ(given_command("a.cu", arguments, {.directory = "/work"}), expected);
}

}  // namespace
}  // namespace cudep::command
