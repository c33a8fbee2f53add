// What summaries say of kernels whose accesses are known.
#include "analyzer/kernels/summary.h"

#include <gtest/gtest.h>

#include "analyzer/kernels/summary_text.h"
#include "analyzer/kernels/test_kernels.h"
#include "analyzer/program/text.h"
#include "analyzer/program/verify.h"

namespace cudep::kernels {
namespace {

using program::FunctionId;
using program::Program;

Program parsed(const std::string& text) {
  auto program = program::parse(text, "t");
  EXPECT_TRUE(program.has_value()) << program.error() << "\n" << text;
  return program.value_or(Program{});
}

FunctionId last(const Program& program) { return FunctionId(program.functions.size() - 1); }

std::string summary_of(const std::string& text) {
  const Program program = parsed(text);
  if (program.functions.empty()) return "";
  EXPECT_EQ(program::verify(program), std::vector<std::string>{});
  return print(summarize(program, last(program)), program, last(program));
}

TEST(Summary, TestKernels) {
  for (const TestKernel& kernel : test_kernels()) EXPECT_EQ(summary_of(kernel.text), kernel.summary) << kernel.name;
}

TEST(Summary, WithoutBodyTheTypesDecide) {
  EXPECT_EQ(summary_of(R"(
layout #args "Args" 24 { +0 "out" #pointer, +8 "in" #const_pointer, +16 "n" #int }
layout #pointer "float *" 8
layout #const_pointer "const float *" 8
layout #int "int" 4
declare @k (in: ptr const, out: ptr, n: i32, args: aggregate24 #args) -> void kernel
)"),
            "in: read [0, ?)\nout: may write [0, ?)\nargs+0: may write [0, ?) indirect\nargs+8: read [0, ?) indirect\n"
            "no body\n");
}

TEST(Summary, AVolatileFlagInGlobalMemoryMakesEveryAccessDoubtful) {
  EXPECT_EQ(summary_of(R"(
function @k (flag: ptr, out: ptr) -> void kernel {
entry:
  %0 = load ptr, &flag
  %1 = load volatile i32, %0
  %2 = load ptr, &out
  store i32 1 -> %2
  return
}
)"),
            "flag: read [0, 4) dense indirect\nout: write [0, 4) dense indirect\n");
}

TEST(Summary, VolatileSharedMemoryIsForTheBlock) {
  EXPECT_EQ(summary_of(R"(
function @k (out: ptr) -> void kernel {
  local &tile 64 shared
entry:
  %0 = load volatile i32, &tile
  %1 = load ptr, &out
  store i32 %0 -> %1
  return
}
)"),
            "out: write [0, 4) dense\n");
}

TEST(Summary, TooLongBodiesFallBackToTheTypes) {
  const Program program = parsed(test_kernels().front().text);
  const Summary summary = summarize(program, last(program), {.instructions = 3});
  EXPECT_FALSE(summary.body_seen);
  EXPECT_EQ(summary.accesses.size(), 1u);
}

TEST(Summary, DeviceVariablesAreRoots) {
  EXPECT_EQ(summary_of(R"(
global $gains 64 memory=constant
global $limit 4 const { +0 i32 8 }
global $counter 4 memory=device
function @k (slot: i32) -> void kernel {
entry:
  %0 = load i32, &slot
  %1 = load i32, $limit
  %2 = less i32 threadIdx.x, %1
  branch %2, body, done
body:
  %3 = multiply i32 %0, 8
  %4 = add i32 %3, threadIdx.x
  %5 = address $gains + %4 * 4
  %6 = load f32, %5
  store i32 1 -> $counter
  jump done
done:
  return
}
)"),
            "gains: read [32*slot, min(32*slot + 32, 4*blockDim.x + 32*slot)) dense\ncounter: write [0, 4) dense\n");
}

TEST(Summary, UnknownFunctionsAccessByConstness) {
  EXPECT_EQ(summary_of(R"(
declare @outside (in: ptr const, out: ptr) -> void
function @k (a: ptr, b: ptr) -> void kernel {
entry:
  %0 = load ptr, &a
  %1 = load ptr, &b
  call void @outside(%0, %1)
  return
}
)"),
            "a: read [0, ?)\nb: may write [0, ?)\ncalls unknown functions\n");
}

TEST(Summary, PointersInDeviceMemoryAreSaidToBeUnknown) {
  EXPECT_EQ(summary_of(R"(
function @k (rows: ptr const) -> void kernel {
entry:
  %0 = load ptr, &rows
  %1 = address %0 + blockIdx.x * 8
  %2 = load ptr, %1
  store f32 0.0 -> %2
  return
}
)"),
            "rows: read [0, 8*gridDim.x) dense\nreaches unknown memory\n");
}

TEST(Summary, IntegersThatFlowIntoAnUnknownIndexSliceIt) {
  EXPECT_EQ(summary_of(R"(
function @k (x: ptr, first: i32, rows: ptr const) -> void kernel {
entry:
  %0 = load ptr, &rows
  %1 = load i32, %0
  %2 = load i32, &first
  %3 = add i32 %1, %2
  %4 = load ptr, &x
  %5 = address %4 + %3 * 4
  store f32 0.0 -> %5
  return
}
)"),
            "rows: read [0, 4) dense\nx: write [4*first, ?) sliced\n");
}

TEST(Summary, FieldsOfOneElementAreOneAccess) {
  EXPECT_EQ(summary_of(R"(
function @k (x: ptr) -> void kernel {
entry:
  %0 = load ptr, &x
  %1 = address %0 + threadIdx.x * 12
  store f32 0.0 -> %1
  %2 = address %1 + 8
  store f32 0.0 -> %2
  %3 = address %1 + 4
  store f32 0.0 -> %3
  return
}
)"),
            "x: write [0, 12*blockDim.x) dense\n");
}

TEST(Instantiate, NumbersFormsAndUnknowns) {
  const Program program = parsed(test_kernels().front().text);
  const Summary summary = summarize(program, last(program));
  model::SymbolTable symbols;
  const model::Form n = model::Form::symbol(symbols.add({.name = "n", .low = 1}));
  LaunchArguments arguments{.grid = {2, 1, 1}, .block = {64, 1, 1}};
  arguments.integer = [&](const ParameterField&) { return std::optional<model::Form>(100); };
  auto accesses = instantiate(summary, arguments, symbols);
  ASSERT_EQ(accesses.size(), 1u);
  EXPECT_EQ(accesses[0].range, model::ByteRange::bytes(0, 400));
  EXPECT_EQ(shift(accesses[0].range, n).forms().high, std::vector<model::Form>{n + 400});

  arguments.integer = [&](const ParameterField&) { return std::optional(n); };
  EXPECT_EQ(instantiate(summary, arguments, symbols)[0].range,
            model::ByteRange::symbolic({.low = 0, .high = {n * 4, 512}}));
  arguments.integer = nullptr;
  EXPECT_EQ(instantiate(summary, arguments, symbols)[0].range, model::ByteRange::bytes(0, 512));
  arguments.grid[0].reset();
  EXPECT_EQ(instantiate(summary, arguments, symbols)[0].range, model::ByteRange::open_ended(0));
  arguments.integer = [&](const ParameterField&) { return std::optional<model::Form>(0); };
  EXPECT_TRUE(instantiate(summary, arguments, symbols).empty());
}

const std::string kFlagged = R"(
function @k (x: ptr, sum: ptr, wanted: u8) -> void kernel {
entry:
  %0 = load ptr, &x
  store f32 0.0 -> %0
  %1 = load u8, &wanted
  branch %1, count, done "wanted"
count:
  %2 = load ptr, &sum
  store f32 1.0 -> %2
  jump done
done:
  return
}
)";

TEST(Instantiate, AFlagDecidesWhetherAnAccessIsMade) {
  const Program program = parsed(kFlagged);
  const Summary summary = summarize(program, last(program));
  model::SymbolTable symbols;
  const model::Form unknown = model::Form::symbol(symbols.add({.name = "wanted", .low = 0, .high = 1}));
  LaunchArguments arguments{.grid = {1, 1, 1}, .block = {1, 1, 1}};
  const auto with_flag = [&](const model::Form& flag) {
    arguments.integer = [flag](const ParameterField&) { return std::optional(flag); };
    return instantiate(summary, arguments, symbols);
  };
  EXPECT_EQ(with_flag(0).size(), 1u);
  ASSERT_EQ(with_flag(1).size(), 2u);
  EXPECT_FALSE(with_flag(1)[1].indirect);
  ASSERT_EQ(with_flag(unknown).size(), 2u);
  EXPECT_FALSE(with_flag(unknown)[0].indirect);
  EXPECT_TRUE(with_flag(unknown)[1].indirect);
}

TEST(Instantiate, WhereAFlagChoosesBetweenTwoAccessesOneIsMade) {
  std::string text = kFlagged;
  text.replace(text.find("branch %1, count, done"), 22, "branch %1, count, other");
  text.replace(text.find("done:"), 5,
               "other:\n  %3 = load ptr, &sum\n  %4 = address %3 + 8\n  store f32 2.0 -> %4\n  jump done\ndone:");
  const Program program = parsed(text);
  for (const KernelAccess& access : summarize(program, last(program)).accesses) EXPECT_TRUE(access.only_if.empty());
}

}  // namespace
}  // namespace cudep::kernels
