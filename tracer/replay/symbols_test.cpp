// Program counters of this very test, which is compiled with debugging information.
#include "tracer/replay/symbols.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tracer/replay/frames.h"

namespace cudep::replay {
namespace {

struct Here {
  std::string path = std::filesystem::read_symlink("/proc/self/exe").string();
  std::uint64_t bias = 0;
};

Here here() {
  Here result;
  Dl_info object;
  if (dladdr(reinterpret_cast<void*>(&here), &object) != 0)
    result.bias = reinterpret_cast<std::uint64_t>(object.dli_fbase);
  return result;
}

__attribute__((noinline)) std::uint64_t caller() {
  return reinterpret_cast<std::uint64_t>(__builtin_return_address(0));
}

constexpr std::uint32_t kCallLine = __LINE__ + 1;
__attribute__((noinline, optnone)) std::uint64_t call_it() { return caller(); }

TEST(Symbols, LineAndFunctionOfACall) {
  const Here program = here();
  Symbols symbols;
  const auto& places = symbols.places(program.path, call_it() - 1 - program.bias);
  ASSERT_FALSE(places.empty());
  EXPECT_EQ(std::filesystem::path(places[0].file).filename(), "symbols_test.cpp");
  EXPECT_EQ(places[0].line, kCallLine);
  EXPECT_NE(places[0].function.find("call_it"), std::string::npos);
}

TEST(Symbols, AFileThatIsNotThereHasNoPlaces) {
  Symbols symbols;
  EXPECT_TRUE(symbols.places("/no/such/file", 0x1000).empty());
}

TEST(Frames, WithoutPlacesTheModuleAndOffsetAreShown) {
  format::Trace trace;
  trace.modules.push_back({.path = "/no/such/app", .begin = 0x1000, .end = 0x2000, .bias = 0x1000});
  trace.stacks.push_back({{0x1235}});
  Symbols symbols;
  const CallStack stack = Frames(trace, symbols).call_stack(format::StackId{0}, "", false);
  ASSERT_EQ(stack.frames.size(), 1U);
  EXPECT_EQ(stack.frames[0].site, (model::Site{"app(+0x234)", 0, 0}));
}

TEST(Frames, AFileThatChangedSinceTheRunGivesNoLines) {
  const Here program = here();
  Symbols symbols;
  const std::vector<unsigned char> build_id = symbols.build_id(program.path);
  if (build_id.empty()) GTEST_SKIP() << "this test is linked without a build id";
  const auto frame = [&](std::vector<unsigned char> of_run, std::size_t changed) {
    format::Trace trace;
    trace.modules.push_back(
        {.path = program.path, .end = UINT64_MAX, .bias = program.bias, .build_id = std::move(of_run)});
    trace.stacks.push_back({{call_it()}});
    Frames frames(trace, symbols);
    const CallStack stack = frames.call_stack(format::StackId{0}, "", false);
    EXPECT_EQ(frames.changed_files().size(), changed);
    return stack.frames.at(0).site.line;
  };
  EXPECT_EQ(frame(build_id, 0), kCallLine);
  EXPECT_EQ(frame({1, 2, 3}, 1), 0U);
}

TEST(Frames, OnlyTheUsersOwnAreShown) {
  format::Trace trace;
  trace.places = {
      {1, {{.function = "cudaLaunchKernel"}}},
      {2, {{.function = "cudaLaunchKernel<char>", .file = "/usr/local/cuda-13.0/include/cuda_runtime.h", .line = 216}}},
      {3, {{.function = "__device_stub__Z5scalePf", .file = "/tmp/app.cudafe1.stub.c", .line = 9}}},
      {8, {{.function = "__wrapper__device_stub_scale", .file = "/src/app.cu", .line = 39}}},
      {9, {{.function = "(anonymous namespace)::__device_stub__scale(float*)", .file = "/src/app.cu", .line = 5}}},
      {4, {{.function = "scale(float*)", .file = "/src/app.cu", .line = 5}}},
      {5, {{.function = "step()", .file = "/src/app.cu", .line = 12}}},
      {6, {{.function = "main", .file = "/src/app.cu", .line = 30}}},
      {7, {{.function = "__libc_start_main_impl"}}},
  };
  trace.stacks.push_back({{1, 2, 3, 8, 9, 4, 5, 6, 7}});
  Symbols symbols;
  const CallStack stack = Frames(trace, symbols).call_stack(format::StackId{0}, "scale", false);
  EXPECT_EQ(stack.api, "cudaLaunchKernel");
  ASSERT_EQ(stack.frames.size(), 2U);
  EXPECT_EQ(stack.frames[0].site.line, 12U);
  EXPECT_EQ(stack.frames[0].function, "step");
  EXPECT_EQ(stack.frames[1].site.line, 30U);
}

TEST(Frames, AnAllocatorThatTheLibraryCallsIsShownAtTheUsersCall) {
  format::Trace trace;
  trace.places = {
      {1, {{.function = "Pinned::deallocate(float*)", .file = "/src/app.cu", .line = 5}}},
      {2, {{.function = "std::vector<float>::_M_realloc_insert", .file = "/usr/include/c++/12/vector.tcc", .line = 1}}},
      {3, {{.function = "main", .file = "/src/app.cu", .line = 30}}},
  };
  trace.stacks.push_back({{1, 2, 3}});
  Symbols symbols;
  const CallStack stack = Frames(trace, symbols).call_stack(format::StackId{0}, "", true);
  ASSERT_EQ(stack.frames.size(), 1U);
  EXPECT_EQ(stack.frames[0].site.line, 30U);
}

}  // namespace
}  // namespace cudep::replay
