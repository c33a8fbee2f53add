// The one table of CUDA calls: what each is and what each argument means. The analyzer reads calls in source by it, the
// replay reads recorded calls by it, and the docs list it. Adding a CUDA call is one row in cuda_calls.cpp.
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
  Stream,
  Event,
  LaterEvent,  // the end of the time that is asked for
  Graph,
  OldGraph,  // the captured graph that an executable is made from
  Executable,
  Device,
  Flags,
  // Pointers, written and read for `Bytes`, or by `Width`, `Height` and the pitches.
  Destination,
  Source,
  Bytes,
  Width,
  Height,
  DestinationPitch,
  SourcePitch,
  // __device__ and __constant__ variables.
  DestinationSymbol,
  SourceSymbol,
  Offset,
  // cudaArray_t, from any offset on.
  DestinationArray,
  SourceArray,
  // A cudaPitchedPtr and a cudaExtent, by value.
  DestinationPitched,
  Extent,
  // The devices (for driver calls: contexts) of a peer copy.
  DestinationDevice,
  SourceDevice,
  // Arrays of `Count` pointers, sizes and 3D copies, of a batch.
  Destinations,
  Sources,
  Sizes,
  Count,
  BatchOperations,
  CopyKind,  // cudaMemcpyKind
  Pointer,   // memory that the call frees, registers, attaches or prefetches
  Value,     // what a memset writes
  // Launches.
  Kernel,
  Grid,
  Block,
  KernelArguments,      // an array of pointers to them
  FirstKernelArgument,  // the arguments themselves, from here to the last
  LaunchConfiguration,  // a cudaLaunchConfig_t or CUlaunchConfig, which names the stream
  CopyParameters,       // a cudaMemcpy3DParms or its like
  HostFunction,
  UserData,  // the host function gets it as its last parameter
  // Out-parameters: *argument becomes it.
  NewStream,
  NewEvent,
  NewGraph,
  NewExecutable,
  NewMemory,
  NewPitch,
  NewPitchedMemory,  // a cudaPitchedPtr
  NewAddress,        // where the device sees `Pointer` or `SourceSymbol`
  SelectedDevice,    // the device that the calling thread has selected
  Result,            // a number or handle that is not known
};

/// Which sides a copy names, whatever its pointers are known to be.
enum class Direction : std::uint8_t { Unknown, HostToHost, HostToDevice, DeviceToHost, DeviceToDevice };

/// Whether a call was seen to wait for work that it has nothing to do with: behind a spin on a non-blocking stream, on
/// an H200 with driver 580 and CUDA 13.0.
enum class SeenWait : std::uint8_t { NotAsked, None, Device };

struct Call {
  std::string_view name;     // without `_ptsz`, `_ptds` and version suffixes
  std::optional<Verb> verb;  // none: known to order nothing and to touch nothing
  std::array<Role, 10> roles{};
  MemoryKind memory = MemoryKind::Unknown;   // what NewMemory is, or a registered Pointer becomes
  StreamKind creates = StreamKind::Unknown;  // what NewStream is, before Flags
  bool synchronous = false;                  // the unsuffixed form of a copy or memset
  bool event_timing = true;                  // NewEvent, before Flags
  Direction direction = Direction::Unknown;  // of a copy, before CopyKind
  std::uint8_t unit = 1;                     // bytes in one of `Bytes` or `Width`
  bool always_legacy = false;  // its stream 0 is the legacy one in per-thread units too: the runtime has one form of it
  SeenWait seen_wait = SeenWait::NotAsked;
  std::uint8_t only_with = 0;  // another signature of the name, which has this many arguments; 0: the usual one
};

/// Every row, in the order of the docs.
std::span<const Call> calls();
/// The row of a function name as written or as recorded (`cudaMemcpyAsync_ptsz`); null when there is none. The number
/// of arguments, where known, tells signatures of one name apart (`cudaMallocAsync` with and without a pool).
const Call* find_call(std::string_view name, std::size_t arguments = 0);
/// The position of `role` among the arguments.
std::optional<std::size_t> argument(const Call& call, Role role);

// Flag and kind arguments; absent when the program's value is not known, 0 when the call has none.

/// What NewStream is: cudaStreamNonBlocking opts out of the order with the legacy stream.
StreamKind stream_kind(const Call& call, std::optional<std::int64_t> flags);
/// Whether NewEvent keeps times: not with cudaEventDisableTiming. Unknown flags count as timing.
bool event_timing(const Call& call, std::optional<std::int64_t> flags);
/// Whether a record or wait of a capture is a node of its own: cudaEventRecordExternal, cudaEventWaitExternal.
bool is_external(const Call& call, std::optional<std::int64_t> flags);
/// The direction of a copy: that of its cudaMemcpyKind, or of the name (`cuMemcpyHtoDAsync`).
Direction copy_direction(const Call& call, std::optional<std::int64_t> copy_kind);

/// True for a name with the *word* sync, synchronize, wait, fence, barrier, flush, drain, finish or join in it: an
/// unknown function of that name may synchronize everything. `snake_case` and `camelCase` words count, "async" does
/// not.
bool may_synchronize_by_name(std::string_view function);

}  // namespace cudep::model
