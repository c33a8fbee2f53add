// The edges of a picture say what the engine knows: no more, no less, and nothing twice.
#include "cli/picture/order_edges.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "rules/model/operation_text.h"
#include "rules/oracle/random_program.h"
#include "rules/order_walk.h"

namespace cudep::picture {
namespace {

Order order_of_text(std::string_view text) {
  const auto list = model::parse(text, "test.ops");
  if (!list) throw std::invalid_argument(list.error());
  return order_of(*list);
}

constexpr std::string_view kStreams = "stream a nonblocking\nstream b nonblocking\nevent e\nbuffer m device 64\n";

std::vector<Edge> edges_of(std::string_view operations) {
  return order_of_text(std::string(kStreams) + std::string(operations)).edges;
}

using Edges = std::vector<Edge>;

TEST(OrderEdges, FromTheRecordToItsWait) {
  EXPECT_EQ(edges_of("launch k on a writes m; record e on a; launch k on a; wait e on b; launch k on b reads m"),
            (Edges{{1, 3, EdgeKind::Event}}));
}

TEST(OrderEdges, NoneWhereAWaitMatchesNothing) {
  EXPECT_EQ(edges_of("launch k on a; wait e on b; record e on a; launch k on b"), Edges{});
}

TEST(OrderEdges, AWaitOfTheHostOrdersWhatItSubmitsLater) {
  EXPECT_EQ(edges_of("launch k on a; synchronize stream a; allocate m; launch k on b; launch k on b"),
            (Edges{{0, 1, EdgeKind::HostWait}, {1, 3, EdgeKind::Submission}}));
}

TEST(OrderEdges, ALaterEdgeImpliesAnEarlierOne) {
  EXPECT_EQ(edges_of("launch k on a; record e on a; synchronize event e; launch k on a; synchronize stream a"),
            (Edges{{1, 2, EdgeKind::Event}, {3, 4, EdgeKind::HostWait}}));
}

TEST(OrderEdges, OfTheDefaultStream) {
  EXPECT_EQ(
      order_of_text("stream a blocking\nstream zero legacy\nlaunch k on a; launch k on zero; launch k on a").edges,
      (Edges{{0, 1, EdgeKind::Implicit}, {1, 2, EdgeKind::Implicit}}));
}

TEST(OrderEdges, NodesOfAGraphAreOrderedByEventsAlone) {
  const Order order = order_of_text(std::string(kStreams) +
                                    "graph g\nbegin capture a into g; launch k on a; record e on a; wait e on b; "
                                    "launch k on b; end capture a into g; launch k on a");
  EXPECT_EQ(order.edges, (Edges{{2, 3, EdgeKind::Event}}));
  EXPECT_EQ(order.captured, (std::vector<bool>{false, true, true, true, true, false, false}));
}

/// For each operation those of streams that the engine knows to come before it, apart from its own agent's.
using Before = std::vector<std::set<std::uint32_t>>;

struct Known {
  Before by_engine;
  Before by_edges;
};

Known known_of(const model::OperationList& list) {
  Known known{Before(list.operations.size()), Before(list.operations.size())};
  std::vector<std::pair<std::uint32_t, engine::Clock>> done;
  std::map<engine::AgentId, std::uint32_t> last;
  std::multimap<std::uint32_t, std::uint32_t> into;
  for (const Edge& edge : order_of(list).edges) into.emplace(edge.to, edge.from);
  rules::OrderWalk walk(list, {});
  const auto learn = [&](std::uint32_t position, std::uint32_t from) {
    known.by_edges[position].insert(known.by_edges[from].begin(), known.by_edges[from].end());
    if (engine::is_submitted(list.operations[from])) known.by_edges[position].insert(from);
  };
  while (walk.next()) {
    const std::uint32_t position = walk.position();
    const engine::Clock& clock = walk.clock();
    for (const auto& [earlier, then] : done)
      if (engine::is_submitted(list.operations[earlier]) &&
          clock.knows(then.self(), then.epoch(), engine::Strength::Doc))
        known.by_engine[position].insert(earlier);
    if (const auto own = last.find(clock.self()); own != last.end()) learn(position, own->second);
    for (auto [edge, end] = into.equal_range(position); edge != end; ++edge) learn(position, edge->second);
    done.emplace_back(position, clock);
    last[clock.self()] = position;
  }
  return known;
}

TEST(OrderEdges, SayWhatTheEngineKnows) {
  constexpr std::uint64_t kPrograms = 3'000;
  std::size_t pairs = 0;
  for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
    const model::OperationList list = oracle::random_program(seed);
    const Known known = known_of(list);
    ASSERT_EQ(known.by_edges, known.by_engine) << fmt::format("seed {}\n{}", seed, model::print(list));
    for (const auto& before : known.by_engine) pairs += before.size();
  }
  EXPECT_GT(pairs, 10 * kPrograms);
}

TEST(OrderEdges, NoneFollowsFromAnother) {
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    const model::OperationList list = oracle::random_program(seed);
    const std::vector<Edge> edges = order_of(list).edges;
    const Before before = known_of(list).by_edges;
    for (const Edge& edge : edges)
      for (const Edge& other : edges)
        if (other.to == edge.to && other != edge)
          EXPECT_FALSE(other.from == edge.from || before[other.from].contains(edge.from)) << model::print(list);
  }
}

}  // namespace
}  // namespace cudep::picture
