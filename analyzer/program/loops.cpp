// Natural loops: an edge to a block that dominates its origin closes a loop; edges to one header form one loop.
#include <algorithm>
#include <iterator>
#include <utility>

#include "analyzer/program/query.h"

namespace cudep::program {
namespace {

/// Everything that reaches a latch without passing the header.
std::vector<BlockId> body(const std::vector<std::vector<BlockId>>& before, const Dominators& dominators,
                          const NaturalLoop& loop) {
  std::vector<BlockId> blocks = {loop.header};
  std::vector<bool> seen(before.size());
  seen[index(loop.header)] = true;
  std::vector<BlockId> open = loop.latches;
  while (!open.empty()) {
    const BlockId block = open.back();
    open.pop_back();
    if (seen[index(block)]) continue;
    seen[index(block)] = true;
    blocks.push_back(block);
    for (const BlockId earlier : before[index(block)])
      if (dominators.reachable(earlier)) open.push_back(earlier);
  }
  std::ranges::sort(blocks);
  return blocks;
}

void find_exits(const Function& function, NaturalLoop& loop) {
  for (const BlockId from : loop.blocks)
    for (const BlockId to : successors(function.blocks[index(from)]))
      if (!loop.contains(to)) loop.exits.push_back({from, to});
}

/// The loops are sorted, larger ones first: the last earlier one that contains the header is the nearest.
void find_parents(std::vector<NaturalLoop>& loops) {
  for (std::size_t inner = 0; inner < loops.size(); ++inner)
    for (std::size_t outer = 0; outer < inner; ++outer)
      if (loops[outer].contains(loops[inner].header)) loops[inner].parent = outer;
}

}  // namespace

bool NaturalLoop::contains(BlockId block) const { return std::ranges::binary_search(blocks, block); }

std::vector<NaturalLoop> loops(const Function& function) {
  const Dominators dominators(function);
  const auto before = predecessors(function);
  std::vector<NaturalLoop> found;
  for (const BlockId header : dominators.order()) {
    NaturalLoop loop{.header = header};
    for (const BlockId latch : before[index(header)])
      if (dominators.dominates(header, latch)) loop.latches.push_back(latch);
    if (loop.latches.empty()) continue;
    loop.blocks = body(before, dominators, loop);
    find_exits(function, loop);
    found.push_back(std::move(loop));
  }
  std::ranges::sort(found, {},
                    [](const NaturalLoop& loop) { return std::pair(-std::ssize(loop.blocks), loop.header); });
  find_parents(found);
  return found;
}

}  // namespace cudep::program
