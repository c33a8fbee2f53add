// What the oracle says of single facts: a second specification needs tests of its own.
#include <gtest/gtest.h>

#include <string>

#include "rules/model/operation_text.h"
#include "rules/oracle/oracle.h"

namespace cudep::oracle {
namespace {

constexpr const char* kEntities = R"(
stream legacy legacy
stream block blocking
stream other blocking
stream free1 nonblocking
stream free2 nonblocking
stream own per-thread
stream maybe unknown
stream element nonblocking element
event e
event f
event outside outside
buffer dev device 64
buffer pool pool 64
buffer pin pinned 64
buffer page pageable 64
buffer man managed 64
buffer any unknown 64
graph g
executable x
host worker
)";

/// The order of the only conflict of the program.
Order order(const std::string& operations) {
  const auto list = model::parse(kEntities + operations, "test.ops");
  EXPECT_TRUE(list.has_value()) << (list ? "" : list.error());
  if (!list) return Order::None;
  const auto found = conflicts(*list);
  EXPECT_EQ(found.size(), 1U);
  return found.empty() ? Order::None : found.front().order;
}

const std::string kWrite = "launch on free1 writes dev;";
const std::string kRead = "launch on free2 reads dev";

TEST(Facts, AnEventOrdersWhatWasSubmittedBeforeTheRecord) {
  EXPECT_EQ(order(kWrite + kRead), Order::None);
  EXPECT_EQ(order(kWrite + "record e on free1; wait e on free2;" + kRead), Order::Doc);
  EXPECT_EQ(order("record e on free1;" + kWrite + "wait e on free2;" + kRead), Order::None);
  EXPECT_EQ(order("wait e on free2;" + kWrite + "record e on free1;" + kRead), Order::None);
  EXPECT_EQ(order(kWrite + "record e on free1; record e on own; wait e on free2;" + kRead), Order::None);
}

TEST(Facts, AnEventFromOutsideMayOrderAnything) {
  EXPECT_EQ(order(kWrite + "wait outside on free2;" + kRead), Order::Open);
  EXPECT_EQ(order("record outside on block;" + kWrite + "wait outside on free2;" + kRead), Order::None);
}

TEST(Facts, TheLegacyStreamTakesTurnsWithBlockingStreams) {
  EXPECT_EQ(order("launch on block writes dev; launch on legacy reads dev"), Order::Doc);
  EXPECT_EQ(order("launch on legacy writes dev; launch on own reads dev"), Order::Doc);
  EXPECT_EQ(order("launch on block writes dev; record e on legacy; launch on other reads dev"), Order::Doc);
  EXPECT_EQ(order("launch on block writes dev; launch on other reads dev"), Order::None);
  EXPECT_EQ(order("launch on free1 writes dev; launch on legacy reads dev"), Order::None);
  EXPECT_EQ(order("launch on maybe writes dev; launch on legacy reads dev"), Order::Open);
}

TEST(Facts, ALegacyWaitIsABarrierIfItsEventWasRecorded) {
  EXPECT_EQ(order("launch on block writes dev; wait e on legacy; launch on other reads dev"), Order::None);
  EXPECT_EQ(order("record e on free1; launch on block writes dev; wait e on legacy; launch on other reads dev"),
            Order::Doc);
  EXPECT_EQ(order("unknown call uses e; launch on block writes dev; wait e on legacy; launch on other reads dev"),
            Order::Open);
  EXPECT_EQ(order("record e on free2;" + kWrite + "wait e on legacy; launch on other reads dev"), Order::None);
  EXPECT_EQ(order(kWrite + "record e on free1; wait e on legacy; launch on other reads dev"), Order::Doc);
}

TEST(Facts, SynchronizingCovers) {
  EXPECT_EQ(order("launch on free1 writes pin; synchronize stream free1; read pin"), Order::Doc);
  EXPECT_EQ(order("launch on free1 writes pin; synchronize stream free2; read pin"), Order::None);
  EXPECT_EQ(order("launch on block writes pin; synchronize stream legacy; read pin"), Order::Seen);
  EXPECT_EQ(order("launch on block writes pin; query stream legacy; read pin"), Order::Doc);
  EXPECT_EQ(order("launch on free1 writes pin; synchronize stream legacy; read pin"), Order::None);
  EXPECT_EQ(order("launch on free1 writes pin; synchronize device; read pin"), Order::Doc);
  EXPECT_EQ(order("launch on free1 writes pin; device 1; synchronize device; read pin"), Order::None);
  EXPECT_EQ(order("launch on free1 writes pin; synchronize stream element; read pin"), Order::Open);
}

TEST(Facts, CopiesLetTheHostKnowWhatTheTableSays) {
  EXPECT_EQ(order("copy sync on legacy reads dev writes page; read page"), Order::Doc);
  EXPECT_EQ(order("copy on free1 reads dev writes page; read page"), Order::Seen);
  EXPECT_EQ(order("copy on free1 reads dev writes pin; read pin"), Order::None);
  EXPECT_EQ(order("copy sync on legacy reads page writes dev; write page"), Order::Doc);
  EXPECT_EQ(order("copy sync on legacy reads page writes dev; launch on free1 reads dev"), Order::None);
  EXPECT_EQ(order("copy sync on legacy reads pin writes dev; launch on free1 reads dev"), Order::Doc);
  EXPECT_EQ(order("copy on free1 reads page writes dev; write page"), Order::Seen);
  EXPECT_EQ(order("copy on free1 reads pin writes page; read page"), Order::Doc);
  EXPECT_EQ(order("copy sync on legacy reads man writes page; read page"), Order::Seen);
  EXPECT_EQ(order("copy sync on legacy reads page writes man; launch on free1 reads man"), Order::Seen);
  EXPECT_EQ(order("copy sync on legacy reads dev writes any; read any"), Order::Open);
}

TEST(Facts, BatchesReadTheirSourcesWhenTheySay) {
  EXPECT_EQ(order("copy during-call on free1 reads pin writes dev; write pin"), Order::Doc);
  EXPECT_EQ(order("copy during-call on free1 reads page writes dev; end page"), Order::Doc);
  EXPECT_EQ(order("copy any-time on free1 reads page writes dev; write page"), Order::None);
  EXPECT_EQ(order("copy any-time on free1 reads pin writes dev; write pin"), Order::None);
  EXPECT_EQ(order("copy during-call on free1 reads pin writes dev; launch on free2 reads dev"), Order::None);
}

TEST(Facts, ProgrammaticEventsWaitForTheirKernelOnlyAsMeasured) {
  EXPECT_EQ(order("record e on free1;" + kWrite + "record e programmatic on free1; wait e on free2;" + kRead),
            Order::Seen);
  EXPECT_EQ(order(kWrite + "record e on free1; record e programmatic on free1; wait e on free2;" + kRead), Order::Doc);
}

TEST(Facts, MemsetsWaitForHostMemoryOnly) {
  EXPECT_EQ(order("memset sync on legacy writes man; read man"), Order::Seen);
  EXPECT_EQ(order("memset sync on legacy writes pin; read pin"), Order::Doc);
  EXPECT_EQ(order("memset sync on legacy writes dev; launch on free1 reads dev"), Order::None);
  EXPECT_EQ(order("memset on free1 writes pin; read pin"), Order::None);
}

TEST(Facts, FreesWaitOnlyAsMeasured) {
  EXPECT_EQ(order(kWrite + "free dev"), Order::Seen);
  EXPECT_EQ(order("launch on free1 writes pool; free pool"), Order::None);
  EXPECT_EQ(order("launch on free1 writes pin; free host pin"), Order::None);
  EXPECT_EQ(order("launch on free1 writes pin; free host page; read pin"), Order::Seen);
  EXPECT_EQ(order("copy on free1 reads pin writes dev; unregister pin"), Order::None);
  EXPECT_EQ(order("copy on free1 reads page writes dev; end page"), Order::Seen);
  EXPECT_EQ(order("launch on free1 writes pin; unload module; read pin"), Order::Seen);
}

TEST(Facts, NothingMayUseABufferAfterItsEnd) {
  EXPECT_EQ(order("free async pool on free1; launch on free1 reads pool"), Order::None);
  EXPECT_EQ(order("allocate async pool on free1; launch on free1 reads pool"), Order::Doc);
  EXPECT_EQ(order("allocate async pool on free1; launch on free2 reads pool"), Order::None);
  EXPECT_EQ(order("launch on free1 reads pool; free async pool on free1"), Order::Doc);
}

TEST(Facts, AResetEndsTheMemoryThatTheDeviceHasUsed) {
  EXPECT_EQ(order(kWrite + "reset device"), Order::None);
  EXPECT_EQ(order(kWrite + "synchronize device; reset device"), Order::Doc);
}

TEST(Facts, HostThreadsAreOrderedByStartAndJoin) {
  const std::string by_worker = "by worker: launch on free1 writes pin; by worker: synchronize stream free1;";
  EXPECT_EQ(order("start worker;" + by_worker + "join worker; read pin"), Order::Doc);
  EXPECT_EQ(order("start worker;" + by_worker + "read pin"), Order::None);
  EXPECT_EQ(order("write pin; start worker; by worker: launch on free1 reads pin"), Order::Doc);
}

TEST(Facts, UnknownCallsMayOrder) {
  EXPECT_EQ(order("launch on free1 writes pin; unknown call uses free1; read pin"), Order::Open);
  EXPECT_EQ(order("launch on free1 writes pin; unknown call synchronizes; read pin"), Order::Open);
  EXPECT_EQ(order("launch on free1 writes pin; unknown call uses free2; read pin"), Order::None);
  EXPECT_EQ(order(kWrite + "unordered on free2;" + kRead), Order::Open);
}

TEST(Facts, NodesFollowEachOtherByStreamAndEvent) {
  const std::string first =
      "begin capture free1 into g; launch on free1 writes dev; record e on free1; wait e on free2;";
  const std::string last = "record f on free2; wait f on free1; end capture free1 into g";
  EXPECT_EQ(order(first + "launch on free2 reads dev;" + last), Order::Doc);
  EXPECT_EQ(order("begin capture free1 into g; record e on free1; wait e on free2; launch on free1 writes dev;"
                  "launch on free2 reads dev;" +
                  last),
            Order::None);
}

TEST(Facts, LaunchesOfAnExecutableFollowEachOther) {
  const std::string graph =
      "begin capture free1 into g; launch on free1 writes dev; end capture free1 into g;"
      "instantiate g as x;";
  EXPECT_EQ(order(graph + "launch graph x on free1; launch graph x on free2"), Order::Doc);
  EXPECT_EQ(order(graph + "launch graph x on free1; launch on free2 reads dev"), Order::None);
  EXPECT_EQ(order(graph + "launch on free1 reads dev; launch graph x on free1"), Order::Doc);
}

}  // namespace
}  // namespace cudep::oracle
