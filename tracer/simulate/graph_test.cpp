// Graphs run in the order of their dependencies; copies know their originals.
#include "tracer/simulate/graph.h"

#include <gtest/gtest.h>

#include <string>

namespace cudep::simulate {
namespace {

struct Order {
  std::string text;
  Act say(char name) {
    return [this, name] { text += name; };
  }
};

TEST(Graph, RunsByDependencyNotByAge) {
  Order order;
  Graph graph;
  Node* const last = graph.add(cudaGraphNodeTypeHost, order.say('c'), {});
  Node* const first = graph.add(cudaGraphNodeTypeHost, order.say('a'), {});
  Node* const middle = graph.add(cudaGraphNodeTypeHost, order.say('b'), std::vector{first});
  last->after = {middle};
  graph.run();
  EXPECT_EQ(order.text, "abc");
}

TEST(Graph, ADisabledNodeIsPassedOver) {
  Order order;
  Graph graph;
  Node* const first = graph.add(cudaGraphNodeTypeHost, order.say('a'), {});
  graph.add(cudaGraphNodeTypeHost, order.say('b'), std::vector{first});
  first->enabled = false;
  graph.run();
  EXPECT_EQ(order.text, "b");
}

TEST(Graph, ACopyIsFoundByTheOriginalAndStandsAlone) {
  Order order;
  Graph graph;
  Node* const first = graph.add(cudaGraphNodeTypeHost, order.say('a'), {});
  Node* const second = graph.add(cudaGraphNodeTypeHost, order.say('b'), std::vector{first});
  const auto copy = graph.copy();
  Node* const copied = copy->find(second);
  ASSERT_NE(copied, nullptr);
  EXPECT_NE(copied, second);
  EXPECT_EQ(copied->after, std::vector{copy->find(first)});
  copied->act = order.say('x');
  graph.remove(first);
  EXPECT_TRUE(second->after.empty());
  copy->run();
  EXPECT_EQ(order.text, "ax");
}

TEST(Graph, ReachesAlongDependencies) {
  Graph graph;
  Node* const root = graph.add(cudaGraphNodeTypeKernel, nullptr, {});
  Node* const left = graph.add(cudaGraphNodeTypeKernel, nullptr, std::vector{root});
  Node* const right = graph.add(cudaGraphNodeTypeKernel, nullptr, std::vector{root});
  EXPECT_TRUE(graph.reaches(root, std::vector{left}));
  EXPECT_FALSE(graph.reaches(right, std::vector{left}));
}

}  // namespace
}  // namespace cudep::simulate
