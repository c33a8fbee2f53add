// Includes and words of CUDA, by text alone.
#include "cli/lint/includes.h"

#include <gtest/gtest.h>

#include "cli/report/temporary_folder.h"

namespace cudep::lint {
namespace {

TEST(NamesCuda, WordsOfTheRuntimeAndOfLibraries) {
  EXPECT_TRUE(names_cuda("#include <cuda_runtime.h>"));
  EXPECT_TRUE(names_cuda("x = cudaMalloc(&p, 4);"));
  EXPECT_TRUE(names_cuda("thrust::sort(a, b);"));
  EXPECT_TRUE(names_cuda("ncclAllReduce("));
}

TEST(NamesCuda, NotTheWordAlone) {
  EXPECT_FALSE(names_cuda("// built with cuda or without"));
  EXPECT_FALSE(names_cuda("#ifdef USE_CUDA"));
  EXPECT_FALSE(names_cuda("my_cudaMalloc my_thrust::sort"));
  EXPECT_FALSE(names_cuda(""));
}

class IncludesTest : public testing::Test {
 protected:
  std::vector<std::string> names(const command::CompileCommand& command) {
    std::vector<std::string> names;
    for (const std::string& file : includes_.files_of(command))
      names.push_back(std::filesystem::path(file).lexically_relative(folder_.path()).string());
    return names;
  }

  report::TemporaryFolder folder_;
  Includes includes_;
};

TEST_F(IncludesTest, BesideTheFileAndInItsFolders) {
  report::TemporaryFolder::write("src/a.cpp", "#include \"b.h\"\n  #  include <lib/c.h>\n#include <vector>\n");
  report::TemporaryFolder::write("src/b.h", "#include \"../src/b.h\"\n#include \"d.h\"\n");
  report::TemporaryFolder::write("include/lib/c.h", "void c();\n");
  report::TemporaryFolder::write("more/d.h", "void d();\n");
  const std::vector<std::string> expected = {"src/a.cpp", "src/b.h", "include/lib/c.h", "more/d.h"};
  EXPECT_EQ(names({.directory = folder_.path(), .file = "src/a.cpp", .arguments = {"-Iinclude", "-I", "more"}}),
            expected);
}

TEST_F(IncludesTest, UsesCudaThroughAHeader) {
  report::TemporaryFolder::write("a.cpp", "#include \"b.h\"\n");
  report::TemporaryFolder::write("b.h", "struct S { cudaStream_t stream; };\n");
  report::TemporaryFolder::write("c.cpp", "int main() {}\n");
  EXPECT_TRUE(includes_.uses_cuda({.directory = folder_.path(), .file = "a.cpp"}));
  EXPECT_FALSE(includes_.uses_cuda({.directory = folder_.path(), .file = "c.cpp"}));
}

}  // namespace
}  // namespace cudep::lint
