// The state of one recording. There is one in a process that is recorded, and none after a fork.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>

#include "tracer/format/writer.h"
#include "tracer/record/cupti_library.h"
#include "tracer/record/driver.h"
#include "tracer/record/kernels.h"
#include "tracer/record/modules.h"
#include "tracer/record/stacks.h"

namespace cudep::record {

struct Recorder {
  format::TraceFile file;
  Cupti cupti;
  Driver driver;
  KernelTable kernels;
  ModuleTable modules;
  StackWalk stacks;
  std::atomic<std::uint64_t> sequence = 1;
  std::atomic<bool> stopped = false;
  bool timeline = false;
  std::array<std::atomic<bool>, 4096> known_contexts{};

  std::uint64_t next_sequence() noexcept { return sequence.fetch_add(1, std::memory_order_relaxed); }
};

/// CLOCK_MONOTONIC, ns.
std::uint64_t now() noexcept;

}  // namespace cudep::record
