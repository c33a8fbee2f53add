// Flags of gcc and clang: what stays, what goes, and that values are never taken for sources.
#include "analyzer/command/host_flags.h"

#include <gtest/gtest.h>

#include <set>

#include "analyzer/command/host_flag_table.h"
#include "analyzer/command/test_folder.h"
#include "analyzer/command/words.h"

namespace cudep::command {
namespace {

using Words = std::vector<std::string>;

HostFlags sort(std::string_view text, Compiler compiler) { return sort_host_flags(shell_words(text), compiler, "/"); }

TEST(HostFlags, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const HostFlag& flag : host_flag_table()) EXPECT_TRUE(names.insert(flag.name).second) << flag.name;
}

/// How a flag may be written, with its value where it takes one.
std::vector<Words> spellings(const HostFlag& flag) {
  const std::string name(flag.name);
  switch (flag.value) {
    case HostValue::None:
      return {{name}};
    case HostValue::Joined:
      return {{name + "v"}};
    case HostValue::Separate:
      return {{name, "v"}};
    case HostValue::JoinedOrSeparate:
      return {{name, "v"}, {name + "v"}};
  }
  return {};
}

TEST(HostFlags, EveryRowInEverySpelling) {
  for (const HostFlag& flag : host_flag_table()) {
    for (Words words : spellings(flag)) {
      const Words written = words;
      words.push_back("a.cpp");
      const HostFlags gcc = sort_host_flags(words, Compiler::Gcc, "/");
      const HostFlags clang = sort_host_flags(words, Compiler::Clang, "/");
      EXPECT_EQ(gcc.inputs, Words{"a.cpp"}) << flag.name;
      EXPECT_EQ(clang.inputs, Words{"a.cpp"}) << flag.name;
      EXPECT_EQ(gcc.arguments, flag.use == HostUse::Keep ? written : Words{}) << flag.name;
      EXPECT_EQ(clang.arguments, flag.use == HostUse::Strip ? Words{} : written) << flag.name;
      EXPECT_EQ(gcc.dropped.size(), flag.use == HostUse::Drop ? 1U : 0U) << flag.name;
      EXPECT_TRUE(clang.dropped.empty()) << flag.name;
    }
  }
}

TEST(HostFlags, GccLosesWhatClangMayNotKnow) {
  const HostFlags flags =
      sort("-Wall -fconcepts -I inc -std=gnu++20 -mno-avx256-split-unaligned-load -O2 -c a.cpp -o a.o -Wl,-z",
           Compiler::Gcc);
  EXPECT_EQ(flags.arguments, (Words{"-I", "inc", "-std=gnu++20", "-O2"}));
  EXPECT_EQ(flags.dropped, (Words{"-Wall", "-fconcepts", "-mno-avx256-split-unaligned-load", "-Wl,-z"}));
  EXPECT_EQ(flags.inputs, Words{"a.cpp"});
}

TEST(HostFlags, ClangKeepsItsOwn) {
  const HostFlags flags = sort(
      "-x cuda --cuda-gpu-arch=sm_90 -Xclang -foo -Wall -fnew-flag -c -MD -MT a.o -MF a.d -oa.o a.cu", Compiler::Clang);
  EXPECT_EQ(flags.arguments, (Words{"-x", "cuda", "--cuda-gpu-arch=sm_90", "-Xclang", "-foo", "-Wall", "-fnew-flag"}));
  EXPECT_EQ(flags.inputs, Words{"a.cu"});
}

TEST(HostFlags, EndsAndEdges) {
  EXPECT_EQ(sort("-I", Compiler::Clang).dropped, Words{"-I"});
  EXPECT_TRUE(sort("-I", Compiler::Clang).arguments.empty());
  EXPECT_EQ(sort("-Wall -- -odd.cu b.cu", Compiler::Clang).inputs, (Words{"-odd.cu", "b.cu"}));
  EXPECT_EQ(sort("- '' @missing", Compiler::Gcc).inputs, (Words{"-", "@missing"}));
}

TEST(HostFlags, ResponseFiles) {
  const TestFolder folder;
  folder.write("flags.rsp", "-DA=\"a b\" '-Idir with' @more.rsp");
  folder.write("more.rsp", "-DMORE -Wall");
  folder.write("loop.rsp", "-DL @loop.rsp");
  const HostFlags flags = sort_host_flags(shell_words("-DX @flags.rsp a.cpp"), Compiler::Gcc, folder.path());
  EXPECT_EQ(flags.arguments, (Words{"-DX", "-DA=a b", "-Idir with", "-DMORE"}));
  EXPECT_EQ(flags.inputs, Words{"a.cpp"});
  EXPECT_EQ(sort_host_flags(Words{"@loop.rsp"}, Compiler::Gcc, folder.path()).inputs, Words{"@loop.rsp"});
}

}  // namespace
}  // namespace cudep::command
