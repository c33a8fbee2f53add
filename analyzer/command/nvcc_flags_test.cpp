// nvcc's flags one by one: the table as a whole, then what becomes of each kind, then command lines meant to break it.
#include "analyzer/command/nvcc_flags.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "analyzer/command/nvcc_flag_table.h"
#include "analyzer/command/test_folder.h"
#include "analyzer/command/words.h"

namespace cudep::command {
namespace {

using Words = std::vector<std::string>;

/// Without the architecture that every translation ends in when none is named.
Translation nvcc(Words words, TranslationOptions options = {.directory = "/nowhere"}) {
  words.insert(words.begin(), "nvcc");
  Translation translation = translate(words, options);
  std::erase(translation.arguments, "--offload-arch=sm_80");
  return translation;
}

Translation nvcc(std::string_view text) { return nvcc(shell_words(text)); }

TEST(NvccFlagTable, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const NvccFlag& flag : nvcc_flag_table()) {
    EXPECT_TRUE(names.insert(flag.long_name).second) << flag.long_name;
    if (!flag.short_name.empty()) EXPECT_TRUE(names.insert(flag.short_name).second) << flag.short_name;
  }
}

/// A value that a flag accepts.
std::string sample_value(const NvccFlag& flag) {
  switch (flag.use) {
    case NvccUse::Language:
      return "c++";
    case NvccUse::Optimization:
      return "2";
    case NvccUse::Machine:
      return "64";
    case NvccUse::Architecture:
      return "sm_90";
    case NvccUse::RelocatableCode:
      return "true";
    case NvccUse::DefaultStream:
      return "per-thread";
    case NvccUse::HostFlags:
      return "-DHOST";
    default:
      return "7";
  }
}

/// Every way to write a flag.
std::vector<Words> spellings(const NvccFlag& flag) {
  std::vector<Words> all;
  for (const std::string& name : {std::string(flag.long_name), std::string(flag.short_name)}) {
    if (name.empty()) continue;
    if (flag.value == NvccValue::None) {
      all.push_back({name});
      continue;
    }
    all.push_back({name, sample_value(flag)});
    all.push_back({name + "=" + sample_value(flag)});
  }
  if (flag.joined) all.push_back({std::string(flag.short_name) + sample_value(flag)});
  return all;
}

TEST(NvccFlagTable, EveryRowMeansTheSameInEverySpelling) {
  for (const NvccFlag& flag : nvcc_flag_table()) {
    const Translation first = nvcc(spellings(flag).front());
    for (Words words : spellings(flag)) {
      words.push_back("a.cu");
      const Translation translation = nvcc(words);
      EXPECT_EQ(translation.inputs, Words{"a.cu"}) << words[0];
      EXPECT_EQ(translation.arguments, first.arguments) << words[0];
      EXPECT_EQ(translation.per_thread_default_stream, first.per_thread_default_stream) << words[0];
    }
  }
}

TEST(NvccFlagTable, DroppedRowsAreListedAndLeaveNothing) {
  for (const NvccFlag& flag : nvcc_flag_table()) {
    if (flag.use != NvccUse::Drop && flag.use != NvccUse::Strip) continue;
    for (const Words& words : spellings(flag)) {
      const Translation translation = nvcc(words);
      EXPECT_TRUE(translation.arguments.empty()) << words[0];
      EXPECT_EQ(translation.dropped.size(), flag.use == NvccUse::Drop ? 1U : 0U) << words[0];
      if (flag.use == NvccUse::Drop) EXPECT_TRUE(translation.dropped[0].starts_with(words[0])) << words[0];
    }
  }
}

struct Case {
  std::string_view command;  // after `nvcc`
  Words arguments;
  Words dropped = {};
};

void expect(const Case& c) {
  const Translation translation = nvcc(c.command);
  EXPECT_EQ(translation.arguments, c.arguments) << c.command;
  EXPECT_EQ(translation.dropped, c.dropped) << c.command;
}

TEST(NvccFlags, MacrosAndIncludeFolders) {
  const Case cases[] = {
      {"-isystem=D -isystem E --system-include=F,G",
       {"-isystem", "D", "-isystem", "E", "-isystem", "F", "-isystem", "G"}},
      {"-I=D -IE -I F --include-path=G,H", {"-ID", "-IE", "-IF", "-IG", "-IH"}},
      {R"(-I'"a b",c' -isystem '"d,e"')", {"-Ia b", "-Ic", "-isystem", "d,e"}},
      {"-DA --define-macro B=2,C -D 'D=a b' -D=E=3", {"-DA", "-DB=2", "-DC", "-DD=a b", "-DE=3"}},
      {R"(-D'F(a\,b)=a' -DS='"x,y"')", {"-DF(a,b)=a", "-DS=\"x,y\""}},
      {"-DX -UX -DX=3 --undefine-macro=Y", {"-DX", "-UX", "-DX=3", "-UY"}},
      {"--pre-include F -include=g.h,h.h", {"-include", "F", "-include", "g.h", "-include", "h.h"}},
  };
  for (const Case& c : cases) expect(c);
}

TEST(NvccFlags, Language) {
  const Case cases[] = {
      {"-std c++17", {"-std=c++17"}},
      {"--std=c++20", {"-std=c++20"}},
      {"-x cu", {"-x", "cuda"}},
      {"-x=cu", {"-x", "cuda"}},
      {"--x c++", {"-x", "c++"}},
      {"-x ada", {}, {"-x ada"}},
      {"-O 3", {"-O3"}},
      {"-O3 -O=2", {"-O3", "-O2"}},
      {"-Obad", {}, {"-Obad"}},
      {"-m64 -m 64 --machine=64", {"-m64", "-m64", "-m64"}},
      {"-m32 -m=32", {}, {"-m32", "-m=32"}},
      {"--extended-lambda", {"-D__CUDACC_EXTENDED_LAMBDA__"}},
      {"--expt-extended-lambda", {"-D__CUDACC_EXTENDED_LAMBDA__"}},
      {"--expt-relaxed-constexpr", {"-D__CUDACC_RELAXED_CONSTEXPR__"}},
      {"-G", {"-D__CUDACC_DEBUG__"}},
      {"--device-debug -g", {"-D__CUDACC_DEBUG__", "-g"}},
      {"-rdc=true", {"-fgpu-rdc", "-D__CUDACC_RDC__"}},
      {"--relocatable-device-code true", {"-fgpu-rdc", "-D__CUDACC_RDC__"}},
      {"-dc", {"-fgpu-rdc", "-D__CUDACC_RDC__"}},
      {"--device-c -rdc=false", {}},
      {"-rdc false", {}},
      {"-ftemplate-depth 99", {"-ftemplate-depth=99"}},
      {"-use_fast_math", {}, {"-use_fast_math"}},
  };
  for (const Case& c : cases) expect(c);
}

TEST(NvccFlags, HostCompiler) {
  const Case cases[] = {
      {"-Xcompiler -DA,-Wall -Xcompiler=-fopenmp", {"-DA", "-fopenmp"}, {"-Wall"}},
      {"--compiler-options '-DA -march=native'", {"-DA", "-march=native"}},
      {"-Xcompiler -isystem -Xcompiler /x -I d", {"-isystem", "/x", "-Id"}},
      {"-I d -Xcompiler -Ie", {"-Ie", "-Id"}},
      {R"(-Xcompiler '"-DQ=a,b",-DR')", {"-DQ=a,b", "-DR"}},
      {R"(-Xcompiler '-DS=\\\"x\\\"')", {"-DS=\"x\""}},
      {"-Xcompiler -std=c++14,-fno-exceptions,-fno-rtti,-UX", {"-std=c++14", "-fno-exceptions", "-fno-rtti", "-UX"}},
      {"-Xcompiler stray", {}, {"stray"}},
      {"-forward-unknown-to-host-compiler -fopenmp -Wextra -fPIC",
       {"-fopenmp", "-fPIC"},
       {"-forward-unknown-to-host-compiler", "-Wextra"}},
      {"-idirafter dir -fconcepts", {"-idirafter", "dir"}, {"-fconcepts"}},
      {"-Xptxas -v,-O3 -Xlinker=-z", {}, {"-Xptxas -v,-O3", "-Xlinker=-z"}},
      {"-ccbin g++ -Werror all-warnings -diag-suppress 20,30",
       {},
       {"-ccbin g++", "-Werror all-warnings", "-diag-suppress 20,30"}},
  };
  for (const Case& c : cases) expect(c);
}

TEST(NvccFlags, OneArchitecture) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"-arch=sm_90", "sm_90"},
      {"-gencode arch=compute_80,code=sm_80 --generate-code=arch=compute_90,code=[sm_90,compute_90]", "sm_90"},
      {"-arch compute_80 -code sm_86,sm_89", "sm_89"},
      {"-arch=native", "sm_70"},
      {"-arch=all-major", "sm_70"},
      {"-arch=sm_12345", "sm_121a"},
      {"a.cu", "sm_70"},
  };
  for (const auto& [command, architecture] : cases) {
    Words words = shell_words(command);
    words.insert(words.begin(), "nvcc");
    const Translation translation = translate(words, {.default_architecture = "sm_70"});
    EXPECT_EQ(translation.arguments, Words{"--offload-arch=" + std::string(architecture)}) << command;
  }
}

TEST(NvccFlags, PerThreadDefaultStreamInEverySpelling) {
  const std::pair<std::string_view, bool> cases[] = {
      {"nvcc --default-stream per-thread a.cu", true},
      {"nvcc -default-stream=per-thread a.cu", true},
      {"nvcc -default-stream per-thread -default-stream legacy a.cu", false},
      {"nvcc --default-stream=null a.cu", false},
      {"nvcc -DCUDA_API_PER_THREAD_DEFAULT_STREAM a.cu", true},
      {"nvcc -Xcompiler -DCUDA_API_PER_THREAD_DEFAULT_STREAM=1 a.cu", true},
      {"nvcc -DCUDA_API_PER_THREAD_DEFAULT_STREAM_NOT a.cu", false},
      {"nvcc -DCUDA_API_PER_THREAD_DEFAULT_STREAM -UCUDA_API_PER_THREAD_DEFAULT_STREAM a.cu", false},
      {"g++ -D CUDA_API_PER_THREAD_DEFAULT_STREAM=1 a.cpp", true},
      {"clang++ -fgpu-default-stream=per-thread a.cu", true},
      {"clang++ -fgpu-default-stream=legacy a.cu", false},
      {"clang++ a.cu", false},
  };
  for (const auto& [command, per_thread] : cases) {
    EXPECT_EQ(translate(shell_words(command), {}).per_thread_default_stream, per_thread) << command;
  }
  EXPECT_EQ(nvcc("--default-stream per-thread").arguments, Words{"-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"});
}

TEST(NvccFlags, CommandLinesOfBuildSystems) {
  const Case cases[] = {
      {"-forward-unknown-to-host-compiler -Dlib_EXPORTS -I/src -isystem=/third -O3 -DNDEBUG -std=c++17 "
       "'--generate-code=arch=compute_80,code=[compute_80,sm_80]' -Xcompiler=-fPIC -MD -MT x.o -MF x.o.d -x cu -c "
       "/src/a.cu -o x.o",
       {"-fPIC", "-Dlib_EXPORTS", "-I/src", "-isystem", "/third", "-O3", "-DNDEBUG", "-std=c++17", "-x", "cuda"},
       {"-forward-unknown-to-host-compiler"}},
      {"-x cu -c a.cu -o a.o && nvcc -x cu -M a.cu -MT a.o -o a.o.d", {"-x", "cuda"}},
  };
  for (const Case& c : cases) expect(c);
  EXPECT_EQ(nvcc(cases[0].command).inputs, Words{"/src/a.cu"});
}

TEST(NvccFlags, OptionsFiles) {
  const TestFolder folder;
  folder.write("sub/includes.rsp", "-I/a -isystem=\"/b c\"\n-optf more.rsp");
  folder.write("more.rsp", "-DMORE --Werror\tall-warnings");
  folder.write("loop.rsp", "-DL -optf loop.rsp,loop.rsp");
  const TranslationOptions options{.directory = folder.path()};
  const Translation found = nvcc({"--options-file", "sub/includes.rsp", "-DLAST", "a.cu"}, options);
  EXPECT_EQ(found.arguments, (Words{"-I/a", "-isystem", "/b c", "-DMORE", "-DLAST"}));
  EXPECT_EQ(found.dropped, Words{"--Werror all-warnings"});
  EXPECT_EQ(nvcc({"-optf=" + folder.path() + "/more.rsp"}, options).arguments, Words{"-DMORE"});

  EXPECT_EQ(nvcc({"-optf", "missing,more.rsp"}, options).dropped.front(), "-optf missing,more.rsp (cannot be read)");
  EXPECT_EQ(nvcc({"-optf", "/dev/zero"}, options).dropped, Words{"-optf /dev/zero (cannot be read)"});
  EXPECT_EQ(nvcc({"-optf", "sub"}, options).dropped, Words{"-optf sub (cannot be read)"});
  EXPECT_LE(nvcc({"-optf", "loop.rsp"}, options).arguments.size(), 64U);
}

TEST(NvccFlags, EnvironmentSurroundsTheCommand) {
  const TranslationOptions options{.directory = "/",
                                   .nvcc_prepend_flags = R"(-DP="x y" -I"a b" -std=c++14)",
                                   .nvcc_append_flags = "-DLAST -lineinfo"};
  const Translation translation = nvcc({"-DMIDDLE", "a.cu"}, options);
  EXPECT_EQ(translation.arguments, (Words{"-DP=\"x y\"", "-Ia b", "-std=c++14", "-DMIDDLE", "-DLAST"}));
  EXPECT_EQ(translation.dropped, Words{"-lineinfo"});
  EXPECT_EQ(translate(Words{"clang++", "-DX", "a.cu"}, options).arguments, Words{"-DX"});
}

TEST(NvccFlags, OtherCompilers) {
  EXPECT_EQ(translate(shell_words("ccache clang++ -x cuda --cuda-gpu-arch=sm_90 -Wall -c a.cu -o a.o -MD -MF a.d"), {})
                .arguments,
            (Words{"-x", "cuda", "--cuda-gpu-arch=sm_90", "-Wall"}));
  EXPECT_EQ(translate(shell_words("g++ -DX -fconcepts -I inc -c a.cpp"), {}).arguments, (Words{"-DX", "-I", "inc"}));
  EXPECT_EQ(translate(Words{}, {}), Translation{});
}

TEST(NvccFlags, UserArgumentsPassAsTheyAre) {
  const Words arguments = {"-o", "x", "--odd", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"};
  EXPECT_EQ(pass_through(arguments), (Translation{.arguments = arguments, .per_thread_default_stream = true}));
}

TEST(NvccFlags, WordsThatNoBuildShouldHold) {
  const Case cases[] = {
      {"-rdc", {}, {"-rdc"}},
      {"'-DP=f(1,2)' -D-X,_Y", {"-DP=f(1", "-D_Y"}, {"-D2)", "-D-X"}},
      {"-D", {}, {"-D"}},
      {"-D= -I, -isystem= -std=", {}, {"-D=", "-I,", "-isystem=", "-std="}},
      {"-lineinfo=true --extended-lambda=1", {}, {"-lineinfo=true", "--extended-lambda=1"}},
      {"--unknown=1 -- ---- -= =", {}, {"--unknown=1", "----", "-="}},
      {"-Xcompiler '\"open'", {}, {"open"}},
      {"-Xcompiler -I", {}, {"-I"}},
      {"-optf", {}, {"-optf"}},
      {"'' ''", {}},
  };
  for (const Case& c : cases) expect(c);
  EXPECT_EQ(nvcc("= - ''").inputs, (Words{"=", "-"}));
}

/// Any line of words from the table, cut and joined at random, must come back the same each time.
TEST(NvccFlags, RandomWords) {
  std::mt19937 random(7);
  Words pool = {
      "=", ",", "\\", "\"", "'", "-", "--", "@x", "a.cu", "", "\xff", "&&", "sm_90", "true", std::string(1, '\0')};
  for (const NvccFlag& flag : nvcc_flag_table()) pool.emplace_back(flag.long_name), pool.emplace_back(flag.short_name);
  const auto pick = [&] { return pool[random() % pool.size()]; };
  for (int round = 0; round < 3000; ++round) {
    Words words = {"nvcc"};
    for (unsigned i = random() % 12; i > 0; --i) words.push_back(random() % 3 == 0 ? pick() + pick() : pick());
    const Translation translation = translate(words, {.directory = "/nowhere"});
    EXPECT_LE(translation.inputs.size(), words.size());
    EXPECT_EQ(translation, translate(words, {.directory = "/nowhere"}));
  }
}

}  // namespace
}  // namespace cudep::command
