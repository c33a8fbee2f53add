// A unit that begins with a prelude is the same as one that reads its headers, and what it read is noted.
#include "analyzer/frontend/test_source.h"

namespace cudep::frontend {
namespace {

constexpr std::string_view kSource = R"(
#include <cuda_runtime.h>
#include <vector>
template <class T> __global__ void scale(T* p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] *= 2; }
__managed__ float shared[16];
struct Pipeline {
  cudaStream_t streams[2];
  std::vector<float*> buffers;
  void step(int i) { scale<<<dim3(max(1, i)), 256, 0, streams[i % 2]>>>(buffers[i % buffers.size()], 64); }
};
namespace std { template <> struct hash<Pipeline> { size_t operator()(const Pipeline& p) const { return p.buffers.size(); } }; }
int main() {
  Pipeline pipeline;
  cudaMemcpyAsync(shared, shared, 64, cudaMemcpyDefault, pipeline.streams[0]);
  for (int i = 0; i < 8; ++i) pipeline.step(i);
  return cudaDeviceSynchronize();
}
)";

class WithPrelude : public testing::TestWithParam<bool> {
 protected:
  WithPrelude() { std::ofstream(test_folder() / "unit.cu") << kSource; }

  CompileCommand command_{.directory = test_folder().string(), .file = "unit.cu", .arguments = {"-std=c++17"}};
  std::string toolkit_ = GetParam() ? cuda_path() : "";
};
INSTANTIATE_TEST_SUITE_P(, WithPrelude, testing::Bool(),
                         [](const auto& which) { return std::string(which.param ? "Toolkit" : "Bundled"); });

TEST_P(WithPrelude, TheProgramIsTheSame) {
  const auto prelude = parse_prelude(command_, toolkit_);
  ASSERT_TRUE(prelude) << prelude.error();
  ASSERT_FALSE(prelude->text.empty());
  const auto with = lower(command_, toolkit_, prelude->text);
  const auto without = lower(command_, toolkit_);
  ASSERT_TRUE(with && without);
  EXPECT_TRUE(with->has_prelude);
  EXPECT_EQ(with->errors, without->errors);
  EXPECT_EQ(program::print(with->program), program::print(without->program));
}

TEST_P(WithPrelude, OneOfOtherFlagsIsNotUsed) {
  const auto prelude = parse_prelude(command_, toolkit_);
  ASSERT_TRUE(prelude) << prelude.error();
  command_.arguments = {"-std=c++20"};
  const auto lowered = lower(command_, toolkit_, prelude->text);
  ASSERT_TRUE(lowered) << lowered.error();
  EXPECT_EQ(lowered->errors, std::vector<ParseError>{});
  EXPECT_EQ(program::print(lowered->program), program::print(lower(command_, toolkit_)->program));
}

TEST_P(WithPrelude, WhatIsNoPreludeIsNotUsed) {
  const auto lowered = lower(command_, toolkit_, "no prelude");
  ASSERT_TRUE(lowered) << lowered.error();
  EXPECT_EQ(lowered->errors, std::vector<ParseError>{});
}

TEST_P(WithPrelude, ACommandThatIncludesMacrosFirstHasNone) {
  std::ofstream(test_folder() / "macros.h") << "#define EARLY 1\n";
  command_.arguments = {"-imacros", "macros.h"};
  const auto lowered = lower(command_, toolkit_);
  ASSERT_TRUE(lowered) << lowered.error();
  EXPECT_FALSE(lowered->has_prelude);
  EXPECT_EQ(parse_prelude(command_, toolkit_)->text, "");
}

using inputs::Input;

const Input* input(const Lowered& lowered, const std::filesystem::path& path) {
  const auto found = std::ranges::find(lowered.inputs, path.string(), &Input::path);
  return found == lowered.inputs.end() ? nullptr : &*found;
}

TEST(Inputs, AreWhatWasReadAndWhatWasNotFound) {
  const auto folder = test_folder();
  std::filesystem::create_directories(folder / "early");
  std::filesystem::create_directories(folder / "late");
  std::ofstream(folder / "late" / "part.h") << "int part;\n";
  std::ofstream(folder / "unit.cu") << "#include \"part.h\"\n";
  const auto lowered = lower({.directory = folder.string(), .file = "unit.cu", .arguments = {"-Iearly", "-Ilate"}}, "");
  ASSERT_TRUE(lowered) << lowered.error();
  EXPECT_TRUE(lowered->is_steady);
  const Input* read = input(*lowered, folder / "late/part.h");
  ASSERT_NE(read, nullptr);
  EXPECT_EQ(read->kind, Input::Kind::Content);
  EXPECT_EQ(read->hash, inputs::hash_of("int part;\n"));
  const Input* absent = input(*lowered, folder / "early/part.h");
  ASSERT_NE(absent, nullptr);
  EXPECT_EQ(absent->kind, Input::Kind::Absent);
  ASSERT_NE(input(*lowered, folder / "unit.cu"), nullptr);
}

}  // namespace
}  // namespace cudep::frontend
