#include "analyzer/program/dominance.h"

#include <algorithm>
#include <utility>

namespace cudep::program {

Dominance::Dominance(const Graph& graph, std::size_t start) : rank_(graph.size()) {
  if (graph.empty()) return;
  number(graph, start);
  const Graph before = reversed(graph);
  const std::size_t none = order_.size();
  immediate_.assign(order_.size(), none);
  immediate_[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t rank = 1; rank < order_.size(); ++rank) {
      std::size_t nearest = none;
      for (const std::size_t node : before[order_[rank]]) {
        const auto other = rank_[node];
        if (!other || immediate_[*other] == none) continue;
        nearest = nearest == none ? *other : meet(nearest, *other);
      }
      changed |= immediate_[rank] != nearest;
      immediate_[rank] = nearest;
    }
  }
}

void Dominance::number(const Graph& graph, std::size_t start) {
  std::vector<bool> seen(graph.size());
  std::vector<std::pair<std::size_t, std::size_t>> stack;  // a node, and how many of those that follow are left
  const auto enter = [&](std::size_t node) {
    seen[node] = true;
    stack.emplace_back(node, graph[node].size());
  };
  enter(start);
  while (!stack.empty()) {
    auto& [node, left] = stack.back();
    if (left == 0) {
      order_.push_back(node);
      stack.pop_back();
      continue;
    }
    const std::size_t next = graph[node][--left];
    if (!seen[next]) enter(next);
  }
  std::ranges::reverse(order_);
  for (std::size_t rank = 0; rank < order_.size(); ++rank) rank_[order_[rank]] = rank;
}

std::size_t Dominance::meet(std::size_t first, std::size_t second) const {
  while (first != second) {
    while (first > second) first = immediate_[first];
    while (second > first) second = immediate_[second];
  }
  return first;
}

bool Dominance::dominates(std::size_t first, std::size_t second) const {
  const auto wanted = rank_[first];
  auto rank = rank_[second];
  if (!wanted || !rank) return false;
  while (*rank > *wanted) *rank = immediate_[*rank];
  return *rank == *wanted;
}

std::vector<bool> closure(const Dominance::Graph& graph, std::vector<bool> marked) {
  std::vector<std::size_t> open;
  for (std::size_t node = 0; node < marked.size(); ++node)
    if (marked[node]) open.push_back(node);
  while (!open.empty()) {
    const std::size_t node = open.back();
    open.pop_back();
    for (const std::size_t next : graph[node]) {
      if (!marked[next]) open.push_back(next);
      marked[next] = true;
    }
  }
  return marked;
}

std::vector<bool> reachable(const Dominance::Graph& graph, std::size_t start) {
  std::vector<bool> marked(graph.size());
  marked[start] = true;
  return closure(graph, std::move(marked));
}

Dominance::Graph reversed(const Dominance::Graph& graph) {
  Dominance::Graph before(graph.size());
  for (std::size_t node = 0; node < graph.size(); ++node)
    for (const std::size_t next : graph[node]) before[next].push_back(node);
  return before;
}

}  // namespace cudep::program
