// The exact bytes that a recorded copy or memset reads and writes.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/model/cuda_api.h"
#include "rules/model/operation.h"
#include "tracer/format/trace.h"
#include "tracer/replay/memory_map.h"

namespace cudep::replay {

/// Where memory that no recorded call has allocated is taken to be. Its addresses are its offsets.
struct OtherMemory {
  model::BufferId host;
  model::BufferId device;
};

std::vector<model::Access> accesses_of(const format::Copy& copy, model::Direction direction, const MemoryMap& memory,
                                       const OtherMemory& other);
std::vector<model::Access> accesses_of(const format::Memset& memset, const MemoryMap& memory, const OtherMemory& other);

}  // namespace cudep::replay
