// Summaries against the machine that runs every thread: a range holds all that is touched, and is just that when dense.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "analyzer/kernels/kernel_machine.h"
#include "analyzer/kernels/summary.h"
#include "analyzer/kernels/summary_text.h"
#include "analyzer/kernels/test_kernels.h"
#include "analyzer/program/text.h"

namespace cudep::kernels {
namespace {

using model::Form;
using program::FunctionId;
using program::Program;

LaunchArguments as_arguments(const ConcreteLaunch& launch) {
  LaunchArguments arguments;
  for (std::size_t i = 0; i < 3; ++i) {
    arguments.grid[i] = launch.grid[i];
    arguments.block[i] = launch.block[i];
  }
  arguments.integer = [&launch](const ParameterField& field) -> std::optional<Form> {
    const auto found = launch.integers.find(field);
    return found == launch.integers.end() ? Form(0) : Form(found->second);
  };
  return arguments;
}

std::string describe(const ConcreteLaunch& launch) {
  std::string text = "grid " + std::to_string(launch.grid[0]) + "x" + std::to_string(launch.grid[1]) + " block " +
                     std::to_string(launch.block[0]) + "x" + std::to_string(launch.block[1]);
  for (const auto& [field, value] : launch.integers)
    text += " " + std::to_string(field.parameter) + "+" + std::to_string(field.offset) + "=" + std::to_string(value);
  return text;
}

bool holds(const model::ByteRange& range, std::int64_t byte) {
  const model::SymbolicRange forms = range.forms();
  return *forms.low.as_number() <= byte &&
         std::ranges::all_of(forms.high, [&](const Form& high) { return byte < *high.as_number(); });
}

/// Every touched byte is in some range of its root and kind; of dense ranges every byte is touched.
void compare(const std::vector<LaunchAccess>& accesses, const Touched& touched, const std::string& name) {
  for (const auto& [key, bytes] : touched)
    for (const std::int64_t byte : bytes)
      EXPECT_TRUE(std::ranges::any_of(accesses,
                                      [&](const LaunchAccess& access) {
                                        return access.root == key.first && access.kind == key.second &&
                                               holds(access.range, byte);
                                      }))
          << name << ": byte " << byte << " is outside";
  for (const LaunchAccess& access : accesses) {
    if (!access.range.is_concrete() || !access.range.dense()) continue;
    const auto found = touched.find({access.root, access.kind});
    ASSERT_NE(found, touched.end()) << name;
    for (std::int64_t byte = access.range.interval().low; byte < access.range.interval().high; ++byte)
      EXPECT_TRUE(found->second.contains(byte)) << name << ": byte " << byte << " is not touched";
  }
}

void set_integers(const program::Function& kernel, std::mt19937& random, ConcreteLaunch& launch) {
  std::uniform_int_distribution<std::int64_t> count(1, 9);
  for (std::uint32_t i = 0; i < kernel.parameters.size(); ++i) {
    const program::Type& type = kernel.parameters[i].type;
    if (type.kind == program::TypeKind::Integer) launch.integers[{i, 0}] = count(random);
    if (type.kind == program::TypeKind::Aggregate)
      for (std::int64_t offset = 0; offset < type.bytes; offset += 4) launch.integers[{i, offset}] = count(random);
  }
}

TEST(Oracle, RangesHoldWhatThreadsTouch) {
  std::mt19937 random(1);
  std::uniform_int_distribution<std::int64_t> dimension(1, 4);
  for (const TestKernel& kernel : test_kernels()) {
    const auto program = program::parse(kernel.text, "t");
    ASSERT_TRUE(program) << program.error();
    const auto id = FunctionId(program->functions.size() - 1);
    const Summary summary = summarize(*program, id);
    for (int round = 0; round < 40; ++round) {
      ConcreteLaunch launch;
      launch.grid = {dimension(random), dimension(random), 1};
      launch.block = {dimension(random), dimension(random), 1};
      set_integers(program->functions[model::index(id)], random, launch);
      const std::int64_t seed = dimension(random);
      const Contents contents = [&](std::int64_t offset) { return (offset * 7 + seed) % 5; };
      const Touched touched = run_kernel(*program, id, launch, contents);
      compare(instantiate(summary, as_arguments(launch), {}), touched,
              std::string(kernel.name) + " " + describe(launch));
      if (HasFailure()) FAIL() << print(summary, *program, id);
    }
  }
}

}  // namespace
}  // namespace cudep::kernels
