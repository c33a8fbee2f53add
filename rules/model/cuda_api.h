// The one table of CUDA calls: what each is and what each argument means. The analyzer reads calls in source by it, the
// replay reads recorded calls by it, and the docs list it. Adding a CUDA call is one row in cuda_api.cpp.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "rules/model/operation.h"

namespace cudep::model {

/// What one argument of a call means.
enum class Role : std::uint8_t {
  Ignored,
  Stream, Event, Graph, Executable, Device, Flags,
  Destination, Source,              // pointers, written and read for `Bytes` (or by `Width`, `Height` and the pitches)
  Bytes, Width, Height, DestinationPitch, SourcePitch,
  DestinationSymbol, SourceSymbol, Offset,  // __device__ and __constant__ variables
  CopyKind,                         // cudaMemcpyKind
  Pointer,                          // memory that the call frees, registers, attaches or prefetches
  Value,                            // the byte a memset writes
  Kernel, Grid, Block, KernelArguments, LaunchConfiguration, CopyParameters,
  HostFunction, UserData,
  NewStream, NewEvent, NewGraph, NewExecutable, NewMemory, NewPitch,  // out-parameters: *argument becomes it
  OldGraph,                         // the captured graph an executable is made from
};

struct Call {
  std::string_view name;                // without `_ptsz`, `_ptds` and version suffixes
  std::optional<Verb> verb;             // none: known to order nothing and to touch nothing
  std::array<Role, 10> roles{};
  MemoryKind memory = MemoryKind::Unknown;   // what NewMemory is
  StreamKind creates = StreamKind::Unknown;  // what NewStream is, before Flags
  bool synchronous = false;             // the unsuffixed form of a copy or memset
  bool event_timing = true;             // NewEvent, before Flags
};

/// Every row, in the order of the docs.
std::span<const Call> calls();
/// The row of a function name as written or as recorded (`cudaMemcpyAsync_ptsz`); null when there is none.
const Call* find_call(std::string_view name);
/// The position of `role` among the arguments.
std::optional<std::size_t> argument(const Call& call, Role role);
/// True for a name with the *word* sync, synchronize, wait, fence, barrier, flush, drain, finish or join in it: an
/// unknown function of that name may synchronize everything. `snake_case` and `camelCase` words count, "async" does not.
bool may_synchronize_by_name(std::string_view function);

}  // namespace cudep::model
