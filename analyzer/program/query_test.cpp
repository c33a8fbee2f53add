// Loops, dominators, calls and flows of small functions.
#include "analyzer/program/query.h"

#include <gtest/gtest.h>

#include "analyzer/program/text.h"

namespace cudep::program {
namespace {

Program parsed(std::string_view text) {
  auto program = parse(text, "t");
  EXPECT_TRUE(program.has_value()) << program.error();
  return program.value_or(Program{});
}

constexpr std::string_view kNest = R"(
function @f (n: i32) -> void {
entry:
  jump outer
outer:
  %0 = load i32, &n
  branch %0, inner, done
inner:
  branch %0, body, next
body:
  branch %0, inner, done
next:
  jump outer
done:
  return
dead:
  jump outer
}
)";

TEST(Query, NestedLoops) {
  const Program program = parsed(kNest);
  const auto found = loops(program.functions[0]);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].header, BlockId(1));
  EXPECT_EQ(found[0].blocks, (std::vector{BlockId(1), BlockId(2), BlockId(3), BlockId(4)}));
  EXPECT_EQ(found[0].exits, (std::vector<NaturalLoop::Exit>{{BlockId(1), BlockId(5)}, {BlockId(3), BlockId(5)}}));
  EXPECT_EQ(found[0].latches, std::vector{BlockId(4)});
  EXPECT_FALSE(found[0].parent);
  EXPECT_EQ(found[1].header, BlockId(2));
  EXPECT_EQ(found[1].blocks, (std::vector{BlockId(2), BlockId(3)}));
  EXPECT_EQ(found[1].parent, 0u);
}

TEST(Query, Dominators) {
  const Program program = parsed(kNest);
  const Dominators dominators(program.functions[0]);
  EXPECT_TRUE(dominators.dominates(BlockId(1), BlockId(5)));
  EXPECT_FALSE(dominators.dominates(BlockId(2), BlockId(5)));
  EXPECT_TRUE(dominators.dominates(BlockId(2), BlockId(2)));
  EXPECT_FALSE(dominators.reachable(BlockId(6)));
  EXPECT_EQ(dominators.order().front(), BlockId(0));
  EXPECT_EQ(dominators.order().size(), 6u);
}

TEST(Query, SwitchWithRepeatedTargetsHasEachSuccessorOnce) {
  const Program program = parsed(R"(
function @f () -> void {
entry:
  switch 1, 1: a, 2: a, else: entry
a:
  return
}
)");
  EXPECT_EQ(successors(program.functions[0].blocks[0]), (std::vector{BlockId(1), BlockId(0)}));
}

TEST(Query, CallsAreFollowedThroughOverridesAndAddresses) {
  const Program program = parsed(R"(
class ^A "A" overrides(@base: @own)
declare @base
function @own () -> void {
entry:
  call void @callback(@given)
  return
}
declare @callback
declare @given
function @root () -> void {
entry:
  call virtual void @base()
  launch @kernel ()
  return
}
declare @kernel
)");
  EXPECT_EQ(callees(program.functions[4], program), (std::vector{FunctionId(0), FunctionId(1)}));
  EXPECT_EQ(reachable(program, FunctionId(4)), (std::vector{true, true, true, true, true, false}));
  EXPECT_EQ(reaching(program, {false, false, false, true, false, false}),
            (std::vector{false, true, false, true, true, false}));
}

TEST(Query, InfluenceGoesThroughLocalsAndAddresses) {
  const Program program = parsed(R"(
function @f (a: i32, b: i32) -> void {
  local &slot 16
  local &other 4
entry:
  %0 = load i32, &a
  %1 = address &slot + 8
  store i32 %0 -> %1
  %2 = load i32, &b
  store i32 %2 -> &other
  %3 = address &slot + 8
  %4 = load i32, %3
  %5 = add i32 %4, 1
  return
}
)");
  const Operand seed = Register(5);
  const Influence found = influence(program.functions[0], program, std::span(&seed, 1));
  EXPECT_EQ(found.locals, (std::vector{true, false, true, false}));
  EXPECT_EQ(found.registers, (std::vector{true, true, false, true, true, true}));
}

}  // namespace
}  // namespace cudep::program
