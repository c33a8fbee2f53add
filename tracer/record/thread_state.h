// What the recorder keeps for each thread of the program. It lives in memory of its own, mapped at the thread's first
// call and given back when the thread ends, so that no allocator of the program is ever entered.
#pragma once
#include <array>
#include <cstdint>

#include "tracer/format/writer.h"
#include "tracer/watch/alternate_stack.h"

namespace cudep::record {

/// A stack that this thread has written before.
struct KnownStack {
  std::uint64_t hash = 0;
  std::uint32_t stack = 0;
};

struct ThreadState {
  ThreadState(std::uint32_t thread, std::uint32_t system_thread) noexcept : writer(thread, system_thread) {}

  format::ChunkWriter writer;
  std::uint64_t entry_time = 0;           // of the call under way
  bool inside = false;                    // the recorder itself is calling the driver
  bool pauses = false;                    // when the call under way returns
  watch::AlternateStack alternate_stack;  // for faults of this thread
  std::array<KnownStack, 4096> stacks{};  // by hash; a collision only writes a stack once more
};

/// The state of the calling thread; null when there is no memory for it.
ThreadState* thread_state() noexcept;

}  // namespace cudep::record
