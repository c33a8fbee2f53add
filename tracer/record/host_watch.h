// Accesses of host code to memory that work in flight uses (`cudep trace --watch-host`): each entry that is written
// says which memory is in use from here on, or no longer.
//
// Watched are allocations of pinned and managed memory, and registered memory. A program that gives closed memory to a
// system call gets EFAULT, which is why this has to be asked for. Host functions access memory in threads of the
// driver, which do not block SIGSEGV (seen with driver 580); whose access it was shows in the stack.
#pragma once
#include <atomic>

#include "tracer/format/entries.h"
#include "tracer/record/covered.h"
#include "tracer/record/driver.h"
#include "tracer/record/thread_state.h"
#include "tracer/watch/page_watch.h"

namespace cudep::record {

struct Recorder;

class HostWatch {
 public:
  explicit HostWatch(Recorder& recorder) noexcept : recorder_(recorder) {}
  /// Catches faults from here on; false when that cannot be.
  bool start() noexcept;

  /// The call is about to end the memory at `address`.
  void before(format::CallId call, std::uint64_t address) noexcept;
  /// The thread has written this entry; what trails it is still behind it.
  void note(ThreadState& thread, const format::EntryHeader& entry) noexcept;
  /// Opens all memory, and nothing is closed any more.
  void stop() noexcept;

  void before_fork() noexcept { pages_.hold(); }
  void after_fork() noexcept { pages_.release(); }

 private:
  [[nodiscard]] bool is_submitted(const format::CallEntry& entry) const noexcept;
  void note_copy(const format::CopyEntry& entry) noexcept;
  void note_memset(const format::MemsetEntry& entry) noexcept;
  void note_launch(const format::LaunchEntry& entry) noexcept;
  void note_memory(const format::MemoryEntry& entry) noexcept;
  void add_managed(std::uint64_t address, std::uint64_t bytes) noexcept;
  void note_event(const format::EventEntry& entry) noexcept;
  void note_plain(const format::CallEntry& entry) noexcept;
  void synchronized(const Covered& at) noexcept;

  Recorder& recorder_;
  watch::PageWatch pages_;
  CoveredStreams covered_;
  std::atomic<bool> leaves_managed_ = false;  // and has said so
};

}  // namespace cudep::record
