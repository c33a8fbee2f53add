// The state of one recording. There is one in a process that is recorded, and none after a fork.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

#include "tracer/format/writer.h"
#include "tracer/record/driver.h"
#include "tracer/record/host_watch.h"
#include "tracer/record/kernels.h"
#include "tracer/record/modules.h"
#include "tracer/record/stacks.h"
#include "tracer/record/thread_state.h"

namespace cudep::record {

struct Recorder {
  format::TraceFile file;
  Driver driver;
  KernelTable kernels;
  ModuleTable modules;
  StackWalk stacks;
  std::atomic<std::uint64_t> sequence = 1;
  std::atomic<bool> stopped = false;
  std::array<std::atomic<bool>, 4096> known_contexts{};
  HostWatch* host_watch = nullptr;  // null: accesses of host code are not watched
  char path[4096] = "";             // of the file

  std::uint64_t next_sequence() noexcept { return sequence.fetch_add(1, std::memory_order_relaxed); }
};

/// Begins a trace at PATH, or at PATH.PID where another process has that. Null, after a line on stderr, when there can
/// be none. At the program's exit the trace is marked as complete; in a forked child nothing is recorded.
Recorder* open_recorder(const char* path, const Driver& driver) noexcept;
/// Stops and removes the file.
void discard(Recorder& recorder) noexcept;

/// Writes the device of a context that no entry named before; it is current for the calling thread.
void define_context(Recorder& recorder, ThreadState& thread, std::uint32_t context) noexcept;

/// CLOCK_MONOTONIC, ns.
std::uint64_t now() noexcept;
/// Whether the environment says NAME=1.
bool is_set(const char* name) noexcept;
/// A line on stderr that says why nothing is recorded.
void complain(const char* what, const char* detail) noexcept;
/// The same for delays that were asked for.
void complain_of_delays(const char* what, const char* detail) noexcept;

}  // namespace cudep::record
