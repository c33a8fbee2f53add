// The table of recorded calls is complete, and what is kept beside it works without a driver.
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "tracer/record/recorded_call.h"

namespace cudep::record {
namespace {

TEST(CallTable, EveryCallbackOnce) {
  std::set<int> callbacks;
  for (const CallRow& row : call_rows()) EXPECT_TRUE(callbacks.insert(row.callback).second) << row.callback;
}

TEST(CallTable, EveryCallOfTheFormatIsRecorded) {
  std::set<std::size_t> calls;
  for (const CallRow& row : call_rows()) calls.insert(static_cast<std::size_t>(row.call));
  for (std::size_t i = 1; i < format::kCallNames.size(); ++i) {
    const std::string_view name = format::kCallNames[i];
    if (name == "cuGraphNodeFindInClone") continue;  // orders and touches nothing
    EXPECT_TRUE(calls.contains(i)) << name;
  }
}

TEST(Modules, AreWrittenOnceWithTheirBuildIds) {
  RecordedCall recorded;
  recorded.recorder().modules.update(recorded.recorder().file, recorded.thread().writer, 1);
  recorded.recorder().modules.update(recorded.recorder().file, recorded.thread().writer, 2);
  const format::Trace trace = recorded.read();
  std::set<std::uint64_t> begins;
  for (const format::Module& module : trace.modules) EXPECT_TRUE(begins.insert(module.begin).second);
  ASSERT_FALSE(trace.modules.empty());
  const auto here = reinterpret_cast<std::uint64_t>(&call_rows);
  EXPECT_LE(trace.modules[0].begin, here);
  EXPECT_GT(trace.modules[0].end, here);
  EXPECT_NE(trace.modules[0].path.find("tracer_record_test"), std::string::npos);
}

TEST(Stacks, OneStackIsWrittenOnce) {
  RecordedCall recorded;
  StackWalk walk;
  if (!walk.open()) GTEST_SKIP() << "no libunwind here";
  std::uint32_t numbers[2];
#pragma clang loop unroll(disable)  // unrolled, the two calls come from two places
  for (std::uint32_t& number : numbers) {
    number = walk.capture(recorded.recorder().file, recorded.recorder().modules, recorded.thread(), 1);
  }
  EXPECT_NE(numbers[0], 0U);
  EXPECT_EQ(numbers[0], numbers[1]);
  const format::Trace trace = recorded.read();
  ASSERT_EQ(trace.stacks.size(), 1U);
  EXPECT_GT(trace.stacks[0].addresses.size(), 3U);
}

TEST(ThreadStates, EachThreadHasItsOwn) {
  ThreadState* const mine = thread_state();
  ThreadState* other = nullptr;
  std::thread([&] { other = thread_state(); }).join();
  EXPECT_NE(mine, nullptr);
  EXPECT_NE(mine, other);
  EXPECT_EQ(mine, thread_state());
}

}  // namespace
}  // namespace cudep::record
