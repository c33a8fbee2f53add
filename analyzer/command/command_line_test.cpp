// What stands around the compiler in a build command.
#include "analyzer/command/command_line.h"

#include <gtest/gtest.h>

#include "analyzer/command/words.h"

namespace cudep::command {
namespace {

struct Case {
  std::string_view text;
  Compiler compiler;
  std::vector<std::string> words;
};

TEST(CommandLine, FindsTheCompilerAndItsWords) {
  const Case cases[] = {
      {"nvcc -c a.cu", Compiler::Nvcc, {"-c", "a.cu"}},
      {"/usr/local/cuda-13.0/bin/nvcc a.cu", Compiler::Nvcc, {"a.cu"}},
      {"/opt/kokkos/bin/nvcc_wrapper a.cpp", Compiler::Nvcc, {"a.cpp"}},
      {"C:/cuda/bin/nvcc.exe a.cu", Compiler::Nvcc, {"a.cu"}},
      {R"('C:\cuda\bin\nvcc.exe' a.cu)", Compiler::Nvcc, {"a.cu"}},
      {"ccache nvcc a.cu", Compiler::Nvcc, {"a.cu"}},
      {"/usr/bin/ccache CCACHE_DIR=/x sccache nvcc a.cu", Compiler::Nvcc, {"a.cu"}},
      {"env A=1 B= nvcc a.cu", Compiler::Nvcc, {"a.cu"}},
      {"TMPDIR=/tmp nvcc a.cu", Compiler::Nvcc, {"a.cu"}},
      {"nvcc -c a.cu && nvcc -c a.cu -M", Compiler::Nvcc, {"-c", "a.cu"}},
      {"nvcc -c a.cu ; rm b", Compiler::Nvcc, {"-c", "a.cu"}},
      {"clang++-22 -c a.cu", Compiler::Clang, {"-c", "a.cu"}},
      {"/usr/bin/x86_64-linux-gnu-g++ a.cpp", Compiler::Gcc, {"a.cpp"}},
      {"mpicxx a.cpp", Compiler::Gcc, {"a.cpp"}},
      {"/path/a=b/nvcc a.cu", Compiler::Nvcc, {"a.cu"}},
  };
  for (const Case& c : cases) {
    const CommandLine parsed = parse_command_line(shell_words(c.text));
    EXPECT_EQ(parsed.compiler, c.compiler) << c.text;
    EXPECT_EQ(parsed.words, c.words) << c.text;
  }
}

TEST(CommandLine, NothingToRun) {
  for (const char* text : {"", "ccache", "ccache A=1", "&&", "&& nvcc a.cu", "''"}) {
    EXPECT_TRUE(parse_command_line(shell_words(text)).words.empty()) << text;
  }
}

}  // namespace
}  // namespace cudep::command
