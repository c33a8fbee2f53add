// Launches of graphs show what their nodes use.
#include "cli/picture/graph_accesses.h"

#include <gtest/gtest.h>

#include "rules/model/operation_text.h"

namespace cudep::picture {
namespace {

model::OperationList shown(std::string_view operations) {
  auto list = model::parse(
      "stream s nonblocking; graph g; executable x; buffer a device 64; buffer b device 64;" + std::string(operations),
      "test.ops");
  EXPECT_TRUE(list) << list.error();
  if (!list) return {};
  add_node_accesses(*list);
  return *std::move(list);
}

TEST(GraphAccesses, EachLaunchHasThoseOfItsNodesOnce) {
  const model::OperationList list = shown(
      "begin capture s into g; launch k on s reads a; launch k on s reads a writes b; end capture s into g;"
      "instantiate g as x; launch graph x on s; launch graph x on s");
  const auto& operations = list.operations;
  ASSERT_EQ(operations.size(), 7);
  for (const std::size_t launch : {5, 6}) {
    ASSERT_EQ(operations[launch].accesses.size(), 2);
    EXPECT_EQ(operations[launch].accesses[0], operations[1].accesses[0]);
    EXPECT_EQ(operations[launch].accesses[1], operations[2].accesses[1]);
  }
}

TEST(GraphAccesses, OtherOperationsKeepTheirOwn) {
  const model::OperationList list = shown("launch k on s reads a; launch graph x on s");
  EXPECT_EQ(list.operations[0].accesses.size(), 1);
  EXPECT_TRUE(list.operations[1].accesses.empty());
}

}  // namespace
}  // namespace cudep::picture
