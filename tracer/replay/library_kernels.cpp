// The table of kernels of libraries.
#include "tracer/replay/library_kernels.h"

#include <algorithm>
#include <array>

namespace cudep::replay {
namespace {

using model::AccessKind;

/// PyTorch's ReduceOp ends with: source, two destinations, two buffers for partial results, counters of blocks, an
/// index and three flags.
constexpr std::array kReduction = {
    LibraryPointer{0, -64, AccessKind::Read},     LibraryPointer{0, -56, AccessKind::Write},
    LibraryPointer{0, -48, AccessKind::Write},    LibraryPointer{0, -40, AccessKind::MayWrite},
    LibraryPointer{0, -32, AccessKind::MayWrite}, LibraryPointer{0, -24, AccessKind::MayWrite},
};

constexpr std::array kKernels = {
    LibraryKernel{
        .name = "at::native::vectorized_elementwise_kernel", .parameters = 3, .elements = 0, .pointer_array = 2},
    LibraryKernel{
        .name = "at::native::unrolled_elementwise_kernel", .parameters = 7, .elements = 0, .pointer_array = 2},
    LibraryKernel{.name = "at::native::reduce_kernel", .parameters = 1, .pointers = kReduction},
};

}  // namespace

const LibraryKernel* find_library_kernel(std::string_view function) {
  const auto found = std::ranges::find(kKernels, function, &LibraryKernel::name);
  return found == kKernels.end() ? nullptr : &*found;
}

}  // namespace cudep::replay
