// Blocks of memory by address; no two overlap.
#include "tracer/replay/memory_map.h"

#include <algorithm>

namespace cudep::replay {

void MemoryMap::begin(std::uint64_t address, std::uint64_t bytes, model::BufferId buffer, std::int64_t offset) {
  const std::uint64_t end = address + std::max<std::uint64_t>(bytes, 1);
  auto block = blocks_.upper_bound(address);
  if (block != blocks_.begin() && std::prev(block)->second.end > address) --block;
  while (block != blocks_.end() && block->first < end) block = blocks_.erase(block);
  blocks_[address] = {.end = end, .buffer = buffer, .offset = offset, .ended = false};
}

std::optional<model::BufferId> MemoryMap::end(std::uint64_t address) {
  const auto block = blocks_.find(address);
  if (block == blocks_.end() || block->second.ended) return std::nullopt;
  block->second.ended = true;
  return block->second.buffer;
}

std::optional<MemoryMap::Place> MemoryMap::find(std::uint64_t address) const {
  auto block = blocks_.upper_bound(address);
  if (block == blocks_.begin()) return std::nullopt;
  --block;
  if (address >= block->second.end) return std::nullopt;
  return Place{.buffer = block->second.buffer,
               .offset = block->second.offset + static_cast<std::int64_t>(address - block->first),
               .left = block->second.end - address,
               .ended = block->second.ended};
}

}  // namespace cudep::replay
