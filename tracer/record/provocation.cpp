// Puts delays before submissions.
#include "tracer/record/provocation.h"

#include <time.h>

namespace cudep::record {

bool Provocation::start(const char* plan) noexcept {
  if (sites_.read(plan)) return true;
  complain_of_delays("the plan cannot be read", plan);
  return false;
}

void Provocation::enter(std::uint32_t context) noexcept {
  if (context == 0 || context >= contexts_.size() || contexts_[context].load(std::memory_order_relaxed)) return;
  if (contexts_[context].exchange(true, std::memory_order_relaxed) || kernel_.load(recorder_.driver)) return;
  if (!refused_.exchange(true)) complain_of_delays("the driver does not load their kernel", "");
}

void Provocation::before(ThreadState& thread, CUstream stream) noexcept {
  const bool pauses = sites_.kind() == format::DelayKind::After;
  if (!pauses && refused_.load(std::memory_order_relaxed)) return;
  void* all[format::kMostFrames];
  const auto frames = recorder_.stacks.walk(all);
  recorder_.modules.update(recorder_.file, thread.writer, recorder_.sequence.load(std::memory_order_relaxed));
  if (recorder_.driver.is_capturing(stream) || !sites_.take(frames, recorder_.modules)) return;
  thread.pauses = pauses;
  if (pauses) return;
  const std::uint64_t nanoseconds = std::uint64_t{1'000'000} * sites_.milliseconds();
  if (kernel_.launch(recorder_.driver, stream, nanoseconds)) recorder_.file.count_delay();
}

void Provocation::after(ThreadState& thread) noexcept {
  if (!thread.pauses) return;
  thread.pauses = false;
  timespec left{.tv_sec = sites_.milliseconds() / 1000, .tv_nsec = sites_.milliseconds() % 1000 * 1'000'000L};
  while (nanosleep(&left, &left) != 0) {
  }
  recorder_.file.count_delay();
}

}  // namespace cudep::record
