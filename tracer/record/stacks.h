// Call stacks: walked by libunwind's fast path, written once each and named by a number from then on.
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "tracer/format/writer.h"
#include "tracer/record/modules.h"
#include "tracer/record/thread_state.h"

namespace cudep::record {

class StackWalk {
 public:
  /// Opens the libunwind beside this library, else the system's; false when there is none.
  bool open() noexcept;
  /// The return addresses of the calling thread, this library's own included; in `room`.
  std::span<void* const> walk(std::span<void*, format::kMostFrames> room) const noexcept;
  /// The number of the calling thread's stack from the program's call on; 0: none.
  std::uint32_t capture(format::TraceFile& file, ModuleTable& modules, ThreadState& thread,
                        std::uint64_t sequence) noexcept;

  /// The same of the program that a signal interrupted at `program_counter`, for its handler. None when the driver is
  /// among its callers: what that does itself, or has called back.
  std::optional<std::uint32_t> capture_at(std::uint64_t program_counter, format::TraceFile& file, ModuleTable& modules,
                                          ThreadState& thread, std::uint64_t sequence) noexcept;

 private:
  std::uint32_t intern(std::span<void* const> frames, format::TraceFile& file, ModuleTable& modules,
                       ThreadState& thread, std::uint64_t sequence) noexcept;

  int (*backtrace_)(void**, int) = nullptr;
  std::atomic<std::uint32_t> last_ = 0;
};

}  // namespace cudep::record
