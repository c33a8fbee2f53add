// Each kind of damage is found; a sound program has none.
#include "analyzer/program/verify.h"

#include <gtest/gtest.h>

#include "analyzer/program/text.h"

namespace cudep::program {
namespace {

Program parsed(std::string_view text) {
  auto program = parse(text, "t");
  EXPECT_TRUE(program.has_value()) << program.error();
  return program.value_or(Program{});
}

const Program kSound = parsed(R"(
function @f (n: i32) -> i32 {
entry:
  %0 = load i32, &n
  branch %0, left, right
left:
  %1 = add i32 %0, 1
  jump right
right:
  return %0
}
)");

TEST(Verify, SoundProgramHasNoProblems) { EXPECT_TRUE(verify(kSound).empty()); }

TEST(Verify, BlockWithoutTerminator) {
  Program program = kSound;
  program.functions[0].blocks[1].instructions.pop_back();
  EXPECT_EQ(verify(program), std::vector<std::string>{"@f: b1: the block has no terminator"});
}

TEST(Verify, TerminatorInsideABlock) {
  Program program = kSound;
  program.functions[0].blocks[2].instructions.insert(program.functions[0].blocks[2].instructions.begin(), {Jump{}});
  EXPECT_EQ(verify(program), std::vector<std::string>{"@f: b2: `jump entry`: a terminator inside the block"});
}

TEST(Verify, RegisterUsedWhereItMayNotHaveRun) {
  Program program = kSound;
  program.functions[0].blocks[2].instructions[0] = {Return{Register(1)}};
  EXPECT_EQ(verify(program), std::vector<std::string>{"@f: b2: `return %1`: %1 may be used before it is defined"});
}

TEST(Verify, RegisterDefinedTwice) {
  Program program = kSound;
  auto& left = program.functions[0].blocks[1].instructions;
  left.insert(left.begin(), left.front());
  EXPECT_EQ(verify(program), std::vector<std::string>{"@f: b1: `%1 = add i32 %0, 1`: the register is defined twice"});
}

TEST(Verify, IdsOutOfRange) {
  Program program = kSound;
  auto& right = program.functions[0].blocks[2].instructions;
  right.insert(right.begin(), {Store{{TypeKind::Integer, 4, true}, LocalId(9), FunctionId(7)}});
  right.insert(right.begin(), {Call{.callee = FunctionId(7)}});
  right.back() = {Jump{BlockId(8)}};
  EXPECT_EQ(verify(program).size(), 4u);
}

TEST(Verify, NamesAreUnique) {
  Program program = kSound;
  program.functions.push_back(program.functions[0]);
  EXPECT_EQ(verify(program), std::vector<std::string>{"@f: defined twice"});
}

}  // namespace
}  // namespace cudep::program
