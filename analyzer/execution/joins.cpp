// Postdominators: Cooper, Harvey and Kennedy's iteration over the blocks from the returns backwards.
#include "analyzer/execution/joins.h"

#include <algorithm>
#include <utility>

#include "analyzer/program/query.h"

namespace cudep::execution {
namespace {

using program::BlockId;

/// Blocks by number, and behind them one more that all returns lead to.
class Backwards {
 public:
  Backwards(const program::Function& function, const std::vector<bool>& ending)
      : exit_(function.blocks.size()), next_(exit_ + 1), before_(exit_ + 1), rank_(exit_ + 1) {
    for (std::size_t block = 0; block < exit_; ++block) {
      if (ending[block]) continue;
      const program::Instruction& last = function.blocks[block].instructions.back();
      for (const BlockId next : program::successors(last)) add(block, program::index(next));
      if (std::holds_alternative<program::Return>(last.operation)) add(block, exit_);
    }
    number();
    settle();
  }

  [[nodiscard]] bool returns(std::size_t block) const { return rank_[block].has_value(); }

  /// The nearest block that all ways from `block` to a return pass.
  [[nodiscard]] std::optional<BlockId> join(std::size_t block) const {
    const auto rank = rank_[block];
    if (!rank) return std::nullopt;  // no way leads to a return
    const std::size_t nearest = order_[immediate_[*rank]];
    return nearest == exit_ ? std::nullopt : std::optional(BlockId(static_cast<std::uint32_t>(nearest)));
  }

 private:
  void add(std::size_t from, std::size_t to) {
    next_[from].push_back(to);
    before_[to].push_back(from);
  }

  /// `order_`: each block before those that lead to it, except along the edges that close loops.
  void number() {
    std::vector<bool> seen(exit_ + 1);
    std::vector<std::pair<std::size_t, std::size_t>> stack{{exit_, 0}};
    seen[exit_] = true;
    while (!stack.empty()) {
      auto& [block, done] = stack.back();
      if (done == before_[block].size()) {
        order_.push_back(block);
        stack.pop_back();
        continue;
      }
      const std::size_t earlier = before_[block][done++];
      if (seen[earlier]) continue;
      seen[earlier] = true;
      stack.emplace_back(earlier, 0);
    }
    std::ranges::reverse(order_);
    for (std::size_t rank = 0; rank < order_.size(); ++rank) rank_[order_[rank]] = rank;
  }

  void settle() {
    const std::size_t none = order_.size();
    immediate_.assign(none, none);
    immediate_[0] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t rank = 1; rank < none; ++rank) {
        std::size_t nearest = none;
        for (const std::size_t next : next_[order_[rank]]) {
          const auto other = rank_[next];
          if (!other || immediate_[*other] == none) continue;
          nearest = nearest == none ? *other : meet(nearest, *other);
        }
        changed = changed || immediate_[rank] != nearest;
        immediate_[rank] = nearest;
      }
    }
  }

  [[nodiscard]] std::size_t meet(std::size_t first, std::size_t second) const {
    while (first != second) {
      while (first > second) first = immediate_[first];
      while (second > first) second = immediate_[second];
    }
    return first;
  }

  std::size_t exit_;
  std::vector<std::vector<std::size_t>> next_, before_;
  std::vector<std::size_t> order_;                // the exit first
  std::vector<std::optional<std::size_t>> rank_;  // of a block in `order_`
  std::vector<std::size_t> immediate_;            // rank → rank of the nearest block that all ways pass
};

}  // namespace

std::vector<std::optional<BlockId>> find_joins(const program::Function& function, const std::vector<bool>& ending) {
  const Backwards backwards(function, ending);
  std::vector<std::optional<BlockId>> joins;
  for (std::size_t block = 0; block < function.blocks.size(); ++block) joins.push_back(backwards.join(block));
  return joins;
}

std::vector<bool> ways_to_return(const program::Function& function, const std::vector<bool>& ending) {
  const Backwards backwards(function, ending);
  std::vector<bool> returns;
  for (std::size_t block = 0; block < function.blocks.size(); ++block) returns.push_back(backwards.returns(block));
  return returns;
}

}  // namespace cudep::execution
