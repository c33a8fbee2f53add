// The executor on host programs in their text form: the operations of each path.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "analyzer/execution/execute.h"
#include "analyzer/program/text.h"
#include "rules/model/operation_text.h"

namespace cudep::execution {
namespace {

constexpr std::string_view kDeclarations = R"(
layout #float "float" 4
layout #pointer "float *" 8 pointee=#float
declare @cudaStreamCreate "cudaStreamCreate" (ptr) -> i32 system_header
declare @cudaStreamSynchronize "cudaStreamSynchronize" (ptr) -> i32 system_header
declare @cudaStreamQuery "cudaStreamQuery" (ptr) -> i32 system_header
declare @cudaMemcpyAsync "cudaMemcpyAsync" (ptr, ptr const, u64, u32, ptr) -> i32 system_header
declare @cudaMemcpyPeerAsync "cudaMemcpyPeerAsync" (ptr, i32, ptr const, i32, u64, ptr) -> i32 system_header
declare @cudaMalloc "cudaMalloc" (ptr, u64) -> i32 system_header
declare @helper "helper" (ptr) -> void
declare @number "number" () -> i32 system_header
)";

/// Each path as the lines of its operations, without their sites and assumptions.
std::vector<std::vector<std::string>> paths_of(std::string_view text) {
  const auto program = program::parse(std::string(kDeclarations) + std::string(text), "test");
  EXPECT_TRUE(program) << program.error();
  std::vector<std::vector<std::string>> paths;
  if (!program) return paths;
  for (const Root& root : execute(*program))
    for (const model::OperationList& path : root.paths) {
      std::vector<std::string> lines;
      std::istringstream printed(model::print(path));
      for (std::string line; std::getline(printed, line);)
        if (const auto site = line.find(" @ "); site != std::string::npos && !line.starts_with("buffer"))
          lines.push_back(line.substr(0, std::min(site, line.find(" assuming "))));
      paths.push_back(std::move(lines));
    }
  std::ranges::sort(paths);
  return paths;
}

using Paths = std::vector<std::vector<std::string>>;

TEST(Execution, PeerCopiesUseTheLegacyStreamInPerThreadUnitsToo) {
  EXPECT_EQ(paths_of(R"(
option per_thread_default_stream
function @main "main" () -> i32 {
  local &to 8
  local &from 8
entry:
  %0 = call i32 @cudaStreamSynchronize(0)
  %1 = call i32 @cudaMemcpyPeerAsync(&to, 1, &from, 0, 4, 0)
  return 0
}
)"),
            (Paths{{"synchronize stream the_per_thread_default_stream dropped",
                    "copy on the_default_stream reads from[0,4) writes to[0,4) \"cudaMemcpyPeerAsync\""}}));
}

TEST(Execution, HandlesAreNamedByTheVariableThatHoldsThem) {
  EXPECT_EQ(paths_of(R"(
function @main "main" () -> i32 {
  local &copies 8
entry:
  %0 = call i32 @cudaStreamCreate(&copies)
  %1 = load ptr, &copies
  %2 = call i32 @cudaStreamSynchronize(%1)
  return 0
}
)"),
            (Paths{{"create stream copies", "synchronize stream copies dropped"}}));
}

TEST(Execution, AnErrorBranchIsNeverTaken) {
  EXPECT_EQ(paths_of(R"(
function @main "main" () -> i32 {
  local &s 8
entry:
  %0 = call i32 @cudaStreamCreate(&s)
  %1 = not_equal i32 %0, 0
  branch %1, failed, go_on "error"
failed:
  stop no_return
go_on:
  %2 = load ptr, &s
  %3 = call i32 @cudaStreamSynchronize(%2)
  return 0
}
)"),
            (Paths{{"create stream s", "synchronize stream s dropped"}}));
}

TEST(Execution, ABranchThatOrdersMakesTwoPaths) {
  EXPECT_EQ(paths_of(R"(
function @wait_if "wait_if" (s: ptr, flag: i32) -> void {
entry:
  %0 = load i32, &flag
  %1 = not_equal i32 %0, 0
  branch %1, wait, done "flag"
wait:
  %2 = load ptr, &s
  %3 = call i32 @cudaStreamSynchronize(%2)
  jump done
done:
  return
}
)"),
            (Paths{{}, {"synchronize stream s dropped"}}));
}

TEST(Execution, ABranchThatOnlyChoosesANumberMakesOnePath) {
  EXPECT_EQ(paths_of(R"(
function @count "count" (s: ptr) -> void {
  local &good 4
entry:
  %0 = call i32 @number()
  branch %0, more, done "data"
more:
  store i32 1 -> &good
  jump done
done:
  %2 = load ptr, &s
  %3 = call i32 @cudaStreamSynchronize(%2)
  return
}
)"),
            (Paths{{"synchronize stream s dropped"}}));
}

TEST(Execution, ADecidedConditionStaysDecided) {
  const Paths paths = paths_of(R"(
function @twice "twice" (s: ptr, n: i32) -> void {
entry:
  %0 = load i32, &n
  %1 = greater i32 %0, 4
  branch %1, first, middle "n > 4"
first:
  %2 = load ptr, &s
  %3 = call i32 @cudaStreamSynchronize(%2)
  jump middle
middle:
  %4 = load i32, &n
  %5 = less_equal i32 %4, 4
  branch %5, done, second "n <= 4"
second:
  %6 = load ptr, &s
  %7 = call i32 @cudaStreamSynchronize(%6)
  jump done
done:
  return
}
)");
  EXPECT_EQ(paths, (Paths{{}, {"synchronize stream s dropped", "synchronize stream s dropped"}}));
}

/// `for (i = 0; i < COUNT; ++i) copy to s from data + (i % 2) * 4`, or with i instead of i % 2.
std::string loop(std::string_view count, std::string_view slot) {
  return R"(
function @run "run" (s: ptr, to: ptr #float, from: ptr #float, n: i32) -> void {
  local &i 4
entry:
  begin &i
  store i32 0 -> &i
  jump test
test:
  %0 = load i32, &i
  %8 = load i32, &n
  %1 = less i32 %0, )" +
         std::string(count) + R"(
  branch %1, body, done "i < count"
body:
  %2 = load i32, &i
  %3 = )" +
         std::string(slot) + R"(
  %4 = load ptr, &to
  %5 = address %4 + %3 * 4
  %6 = load ptr, &from
  %7 = load ptr, &s
  %9 = call i32 @cudaMemcpyAsync(%5, %6, 4, 1, %7)
  %10 = load i32, &i
  %11 = add i32 %10, 1
  store i32 %11 -> &i
  jump test
done:
  end &i
  return
}
)";
}

std::string copy_to(int element) {
  return "copy on s reads from[0,4) writes to[" + std::to_string(4 * element) + "," + std::to_string(4 * element + 4) +
         ")";
}

TEST(Loops, ShortOnesRunExactly) {
  EXPECT_EQ(paths_of(loop("4", "add i32 %2, 0")), (Paths{{copy_to(0), copy_to(1), copy_to(2), copy_to(3)}}));
}

TEST(Loops, LongOnesRunTheirFirstAndLastLaps) {
  const Paths paths = paths_of(loop("1000", "add i32 %2, 0"));
  ASSERT_EQ(paths.size(), 1U);
  EXPECT_EQ(paths[0].front(), copy_to(0));
  EXPECT_EQ(paths[0].back(), copy_to(999));
  EXPECT_LT(paths[0].size(), 8U);
}

TEST(Loops, LongOnesKeepTheirPeriod) {
  const Paths paths = paths_of(loop("1001", "remainder i32 %2, 2"));
  ASSERT_EQ(paths.size(), 1U);
  EXPECT_EQ(paths[0].back(), copy_to(0));  // lap 1000
  for (std::size_t lap = 0; lap < paths[0].size(); ++lap) EXPECT_EQ(paths[0][lap], copy_to(lap % 2)) << lap;
}

TEST(Loops, AnUnknownCountBecomesThree) {
  EXPECT_EQ(paths_of(loop("%8", "add i32 %2, 0")), (Paths{{copy_to(0), copy_to(1), copy_to(2)}}));
}

TEST(Loops, AnUnknownCountWithAPeriodOfTwoBecomesFive) {
  EXPECT_EQ(paths_of(loop("%8", "remainder i32 %2, 2")),
            (Paths{{copy_to(0), copy_to(1), copy_to(0), copy_to(1), copy_to(0)}}));
}

TEST(Loops, AHostLoopIsOneAccessOfItsWholeRange) {
  EXPECT_EQ(paths_of(R"(
function @run "run" (s: ptr, to: ptr #float, from: ptr #float) -> void {
  local &i 4
entry:
  %0 = load ptr, &to
  %1 = load ptr, &from
  %2 = load ptr, &s
  %3 = call i32 @cudaMemcpyAsync(%0, %1, 4000, 1, %2)
  store i32 0 -> &i
  jump test
test:
  %4 = load i32, &i
  %5 = less i32 %4, 1000
  branch %5, body, done "i < 1000"
body:
  %6 = load ptr, &from
  %7 = load i32, &i
  %8 = address %6 + %7 * 4
  store f32 0.0 -> %8
  %9 = load i32, &i
  %10 = add i32 %9, 1
  store i32 %10 -> &i
  jump test
done:
  return
}
)"),
            (Paths{{"copy on s reads from[0,4000) writes to[0,4000)", "write from[0,4000) \"write to `from`\""}}));
}

TEST(Loops, ABodyThatSupposesItsConditionEnds) {
  const Paths paths = paths_of(R"(
function @prefetch "prefetch" (s: ptr) -> void {
  local &more 4
entry:
  %0 = call i32 @number()
  store i32 %0 -> &more
  jump test
test:
  %1 = load i32, &more
  %2 = not_equal i32 %1, 0
  branch %2, body, done "more"
body:
  %3 = call i32 @number()
  store i32 %3 -> &more
  %4 = not_equal i32 %3, 0
  branch %4, some, test "more"
some:
  %5 = load ptr, &s
  %6 = call i32 @cudaStreamSynchronize(%5)
  jump test
done:
  return
}
)");
  EXPECT_GT(paths.size(), 1U);
  EXPECT_LT(paths.size(), 10U);
}

TEST(Loops, AChosenCountIsAnAssumption) {
  const auto program = program::parse(std::string(kDeclarations) + loop("%8", "add i32 %2, 0"), "test");
  ASSERT_TRUE(program) << program.error();
  const model::OperationList path = execute(*program).at(0).paths.at(0);
  const model::Assumption expected{model::Assumption::Kind::CountChosen, "n", "3"};
  EXPECT_EQ(path.entities.assumptions, std::vector{expected});
  EXPECT_EQ(path.operations.at(0).assumptions.size(), 1U);
}

TEST(Execution, AQueryIsASynchronizeOrNothing) {
  const Paths paths = paths_of(R"(
function @poll "poll" (s: ptr) -> void {
entry:
  %0 = load ptr, &s
  %1 = call i32 @cudaStreamQuery(%0)
  return
}
)");
  EXPECT_EQ(paths, (Paths{{}, {"query stream s"}}));
}

TEST(Execution, AnUnknownFunctionMayUseTheStreamItGets) {
  EXPECT_EQ(paths_of(R"(
function @run "run" () -> void {
  local &s 8
entry:
  %0 = call i32 @cudaStreamCreate(&s)
  %1 = load ptr, &s
  call void @helper(%1)
  return
}
)"),
            (Paths{{"create stream s", "unknown call uses s \"call of `helper`\""}}));
}

TEST(Execution, WhatNothingCallsIsARoot) {
  const auto program = program::parse(std::string(kDeclarations) + R"(
function @inner "inner" (s: ptr) -> void {
entry:
  %0 = load ptr, &s
  %1 = call i32 @cudaStreamSynchronize(%0)
  return
}
function @outer "outer" (s: ptr) -> void {
entry:
  %0 = load ptr, &s
  call void @inner(%0)
  return
}
)",
                                      "test");
  ASSERT_TRUE(program) << program.error();
  const auto roots = execute(*program);
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(roots[0].name, "outer");
}

TEST(Execution, InitializersRunForTheMainFunctionThatReachesTheirFile) {
  const auto program = program::parse(std::string(kDeclarations) + R"(
initializers @"used$init", @"other$init"
global $used 8 zero at "used.h":1:1
global $other 8 zero at "other.cu":1:1
function @"used$init" "used$init" () -> void private at "used.h":1:1 {
entry:
  %0 = call i32 @cudaStreamCreate($used)
  return
}
function @"other$init" "other$init" () -> void private at "other.cu":1:1 {
entry:
  %0 = call i32 @cudaStreamCreate($other)
  return
}
function @main "main" () -> i32 at "main.cu":1:1 {
entry:
  %0 = load ptr, $used
  %1 = call i32 @cudaStreamSynchronize(%0)
  return 0
}
)",
                                      "test");
  ASSERT_TRUE(program) << program.error();
  const auto roots = execute(*program);
  const auto root = std::ranges::find(roots, "main", &Root::name);
  ASSERT_NE(root, roots.end());
  ASSERT_EQ(root->paths.size(), 1U);
  EXPECT_EQ(root->paths[0].operations.size(), 2U);
  EXPECT_EQ(root->entered.size(), 2U);
}

TEST(Execution, ALimitIsToldNotSilent) {
  const auto program = program::parse(std::string(kDeclarations) + loop("30", "add i32 %2, 0"), "test");
  ASSERT_TRUE(program) << program.error();
  const auto roots = execute(*program, {.instructions = 50});
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_EQ(roots[0].cut, std::vector<std::string>{"more than 50 instructions"});
}

/// What `rest` calls with its number decides on a stream in one form, and on nothing in the other.
std::vector<inputs::Hash> hashes_beside(std::string_view rest) {
  const auto program = program::parse(std::string(kDeclarations) + R"(
function @choose "choose" (n: i32) -> i32 at 1:1 {
entry:
  %0 = load i32, &n at 1:2
  return %0 at 1:3
}
function @first "first" (s: ptr) -> void at 2:1 {
entry:
  %0 = call i32 @choose(1) at 2:2
  %1 = load ptr, &s at 2:3
  %2 = call i32 @cudaStreamSynchronize(%1) at 2:4
  return at 2:5
}
function @second "second" (s: ptr) -> void at 3:1 {
  local &streams 16
entry:
  %0 = call i32 @choose(1) at 3:2
)" + std::string(rest) + "  return at 9:1\n}\n",
                                      "test");
  EXPECT_TRUE(program) << program.error();
  return program ? Execution(*program).hashes() : std::vector<inputs::Hash>();
}

TEST(Execution, TheHashOfARootChangesWithItsCodeAndWithWhatMattersOfWhatItCalls) {
  constexpr std::string_view kPlain = "  %1 = load ptr, &s at 3:3\n  %2 = call i32 @cudaStreamSynchronize(%1) at 3:4\n";
  constexpr std::string_view kMoved = "  %1 = load ptr, &s at 4:3\n  %2 = call i32 @cudaStreamSynchronize(%1) at 3:4\n";
  constexpr std::string_view kChosen =
      "  %1 = address &streams + 0 + %0 * 8 at 3:3\n  %2 = load ptr, %1 at 3:3\n"
      "  %3 = call i32 @cudaStreamSynchronize(%2) at 3:4\n";
  const auto plain = hashes_beside(kPlain), moved = hashes_beside(kMoved), chosen = hashes_beside(kChosen);
  ASSERT_EQ(plain.size(), 2U);
  ASSERT_EQ(chosen.size(), 2U);
  EXPECT_EQ(plain, hashes_beside(kPlain));
  EXPECT_EQ(plain[0], moved[0]);
  EXPECT_NE(plain[1], moved[1]);
  EXPECT_NE(plain[0], chosen[0]) << "the result of `choose` matters now";
}

}  // namespace
}  // namespace cudep::execution
