// Where branches join, which of them are worth two paths, and what the program only ends by.
#include "analyzer/execution/plan.h"

#include <gtest/gtest.h>

#include <string>

#include "analyzer/execution/joins.h"
#include "analyzer/program/text.h"

namespace cudep::execution {
namespace {

program::Program read(const std::string& text) {
  auto program = program::parse(R"(
declare @cudaStreamSynchronize "cudaStreamSynchronize" (ptr) -> i32 system_header
declare @number "number" () -> i32 system_header
declare @exit "exit" (i32) -> void system_header no_return
)" + text,
                                "test");
  EXPECT_TRUE(program) << program.error();
  return program ? *std::move(program) : program::Program{};
}

const FunctionPlan& plan_of(Plans& plans, const program::Program& program, std::string_view name) {
  for (std::size_t f = 0; f < program.functions.size(); ++f)
    if (program.functions[f].name == name) return plans.of(FunctionId(static_cast<std::uint32_t>(f)));
  ADD_FAILURE() << "no function " << name;
  return plans.of(FunctionId{});
}

TEST(Plan, ArmsJoinBehindAWayThatEndsThePath) {
  const auto program = read(R"(
function @f "f" () -> void {
entry:
  %0 = call i32 @number()
  branch %0, failed, done "failed"
failed:
  stop no_return
done:
  return
}
)");
  Plans plans(program);
  const FunctionPlan& plan = plan_of(plans, program, "f");
  EXPECT_EQ(plan.join[0], BlockId{2});
  EXPECT_EQ(plan.quiet_end, (std::vector<bool>{false, true, false}));
}

TEST(Plan, ACallThatNeverReturnsEndsThePath) {
  const auto program = read(R"(
function @fail "fail" () -> void {
entry:
  stop no_return
}
function @f "f" () -> void {
entry:
  %0 = call i32 @number()
  branch %0, failed, done "failed"
failed:
  call void @fail()
  jump done
done:
  return
}
)");
  Plans plans(program);
  EXPECT_TRUE(plan_of(plans, program, "f").quiet_end[1]);
}

TEST(Plan, ASizeIsNotWorthTwoPathsButAStreamIs) {
  const std::string choice = R"(
entry:
  %0 = call i32 @number()
  branch %0, first, second "number"
first:
  store u64 1 -> &chosen
  jump done
second:
  store u64 2 -> &chosen
  jump done
done:
  %1 = load u64, &chosen
)";
  const auto program = read("function @size \"size\" () -> u64 {\n  local &chosen 8" + choice + "  return %1\n}\n" +
                            "function @stream \"stream\" () -> void {\n  local &chosen 8" + choice +
                            "  %2 = call i32 @cudaStreamSynchronize(%1)\n  return\n}\n");
  Plans plans(program);
  EXPECT_FALSE(plan_of(plans, program, "size").forks[0]);
  EXPECT_TRUE(plan_of(plans, program, "stream").forks[0]);
}

TEST(Plan, OnlyWhatEveryLapCountsIsCounted) {
  const auto program = read(R"(
function @f "f" (count: i32) -> void {
  local &i 4
  local &some 4
entry:
  store i32 0 -> &i
  store i32 0 -> &some
  jump test
test:
  %0 = load i32, &i
  %1 = load i32, &count
  %2 = less i32 %0, %1
  branch %2, body, done "i < count"
body:
  %3 = call i32 @number()
  branch %3, counted, next "number"
counted:
  %4 = load i32, &some
  %5 = add i32 %4, 1
  store i32 %5 -> &some
  jump next
next:
  %6 = load i32, &i
  %7 = add i32 %6, 1
  store i32 %7 -> &i
  jump test
done:
  return
}
)");
  Plans plans(program);
  const auto& loops = plan_of(plans, program, "f").loops;
  ASSERT_EQ(loops.size(), 1U);
  ASSERT_EQ(loops[0].inductions.size(), 1U);
  EXPECT_EQ(program.functions.back().locals[index(loops[0].inductions[0].local)].name, "i");
}

TEST(Joins, TheTestOfALoopJoinsBehindIt) {
  const auto program = read(R"(
function @f "f" () -> void {
entry:
  jump head
head:
  %0 = call i32 @number()
  branch %0, body, done "number"
body:
  jump head
done:
  return
}
)");
  const auto& function = program.functions.back();
  const auto joins = find_joins(function, std::vector<bool>(function.blocks.size()));
  EXPECT_EQ(joins[1], BlockId{3});
  EXPECT_EQ(joins[2], BlockId{1});
}

TEST(Joins, WhereEveryWayEndsThePathTheyMeetBeforeTheEnd) {
  const auto program = read(R"(
function @f "f" () -> void {
entry:
  %0 = call i32 @number()
  branch %0, left, right "number"
left:
  jump last
right:
  jump last
last:
  stop no_return
}
)");
  const auto& function = program.functions.back();
  const auto joins = find_joins(function, std::vector<bool>(function.blocks.size()));
  EXPECT_EQ(joins[0], BlockId{3});
  EXPECT_EQ(joins[3], std::nullopt);
}

}  // namespace
}  // namespace cudep::execution
