// Postdominators: dominance in the graph of blocks turned round.
#include "analyzer/execution/joins.h"

#include "analyzer/program/dominance.h"
#include "analyzer/program/query.h"

namespace cudep::execution {
namespace {

using program::BlockId;
using program::Dominance;

/// How a function is left.
enum class Way : std::uint8_t { Return, End };

/// The blocks and, as the last node, what lies behind those that are left in one way.
Dominance::Graph graph_to(Way way, const program::Function& function, const std::vector<bool>& ending) {
  const std::size_t exit = function.blocks.size();
  Dominance::Graph graph(exit + 1);
  for (std::size_t block = 0; block < exit; ++block) {
    const program::Instruction& last = function.blocks[block].instructions.back();
    const bool ends = ending[block] || std::holds_alternative<program::Stop>(last.operation);
    const bool returns = !ends && std::holds_alternative<program::Return>(last.operation);
    if (way == Way::Return ? returns : ends) graph[block].push_back(exit);
    if (ends) continue;
    for (const BlockId next : program::successors(last)) graph[block].push_back(program::index(next));
  }
  return graph;
}

/// The nearest block that all ways from a block to the exit pass, if it is not the exit itself.
std::optional<BlockId> join_of(const Dominance& backwards, std::size_t block, std::size_t exit) {
  const std::size_t nearest = backwards.immediate(block);
  return nearest == exit ? std::nullopt : std::optional(static_cast<BlockId>(nearest));
}

}  // namespace

std::vector<std::optional<BlockId>> find_joins(const program::Function& function, const std::vector<bool>& ending) {
  const std::size_t exit = function.blocks.size();
  const Dominance to_return(program::reversed(graph_to(Way::Return, function, ending)), exit);
  const Dominance to_end(program::reversed(graph_to(Way::End, function, ending)), exit);
  std::vector<std::optional<BlockId>> joins;
  for (std::size_t block = 0; block < exit; ++block) {
    std::optional<BlockId> join;
    if (to_return.reachable(block))
      join = join_of(to_return, block, exit);
    else if (to_end.reachable(block))
      join = join_of(to_end, block, exit);
    joins.push_back(join);
  }
  return joins;
}

std::vector<bool> ways_to_return(const program::Function& function, const std::vector<bool>& ending) {
  std::vector<bool> returns =
      program::reachable(program::reversed(graph_to(Way::Return, function, ending)), function.blocks.size());
  returns.pop_back();
  return returns;
}

}  // namespace cudep::execution
