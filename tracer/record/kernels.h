// The parameters of kernels, asked of the driver once per function handle.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tracer/format/writer.h"
#include "tracer/record/driver.h"

namespace cudep::record {

struct KernelLayout {
  std::uint32_t kernel = 0;  // its number in the trace
  std::uint32_t bytes = 0;   // up to the end of the last parameter
  std::uint32_t count = 0;
  format::ParameterLayout parameters[1];  // `count` of them

  [[nodiscard]] std::span<const format::ParameterLayout> all() const { return {parameters, count}; }
};

/// Fixed memory, no locks: two threads that meet a kernel at one time define it twice.
class KernelTable {
 public:
  bool open() noexcept;
  /// The layout of `function`, a CUfunction or a CUkernel; null when there is no memory left. `name` may be null.
  const KernelLayout* find(const Driver& driver, format::TraceFile& file, format::ChunkWriter& writer,
                           CUfunction function, const char* name) noexcept;
  /// Function handles may mean something else from here on.
  void forget() noexcept { generation_.fetch_add(1, std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kSlots = 1 << 14;
  static constexpr std::size_t kProbes = 32;
  static constexpr std::size_t kArenaBytes = std::size_t{32} << 20;
  struct Slot {
    std::atomic<std::uint64_t> key = 0;
    std::atomic<const KernelLayout*> layout = nullptr;
  };

  [[nodiscard]] std::uint64_t key_of(CUfunction function) const noexcept;
  KernelLayout* make(const Driver& driver, CUfunction function) noexcept;
  void remember(std::uint64_t key, const KernelLayout* layout) noexcept;

  std::array<Slot, kSlots> slots_;
  std::atomic<std::uint32_t> generation_ = 0;
  std::atomic<std::uint32_t> last_ = 0;
  std::byte* arena_ = nullptr;
  std::atomic<std::size_t> arena_used_ = 0;
};

}  // namespace cudep::record
