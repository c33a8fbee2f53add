// Dominance in any graph: which nodes lie on every way to a node. Cooper, Harvey and Kennedy's iteration.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace cudep::program {

class Dominance {
 public:
  /// By node: those that follow it.
  using Graph = std::vector<std::vector<std::size_t>>;
  Dominance(const Graph& graph, std::size_t start);

  /// The nodes that can be reached, each before those that follow it except along the edges that close loops.
  [[nodiscard]] const std::vector<std::size_t>& order() const { return order_; }
  [[nodiscard]] bool reachable(std::size_t node) const { return rank_[node].has_value(); }
  /// The nearest other node that every way to a reachable `node` passes; the start itself for the start.
  [[nodiscard]] std::size_t immediate(std::size_t node) const { return order_[immediate_[*rank_[node]]]; }
  /// True when every way to `second` passes `first`; a node dominates itself.
  [[nodiscard]] bool dominates(std::size_t first, std::size_t second) const;

 private:
  void number(const Graph& graph, std::size_t start);
  [[nodiscard]] std::size_t meet(std::size_t first, std::size_t second) const;

  std::vector<std::size_t> order_;
  std::vector<std::optional<std::size_t>> rank_;  // of a node in `order_`
  std::vector<std::size_t> immediate_;            // rank → rank
};

/// Marks everything that can be reached from what is marked.
std::vector<bool> closure(const Dominance::Graph& graph, std::vector<bool> marked);
/// By node: whether it can be reached from `start`.
std::vector<bool> reachable(const Dominance::Graph& graph, std::size_t start);
/// The same graph with every edge turned round.
Dominance::Graph reversed(const Dominance::Graph& graph);

}  // namespace cudep::program
