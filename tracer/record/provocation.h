// Delays submissions of chosen sites (`cudep provoke`), so that a race comes out differently: a spin kernel goes before
// each in its own stream, or the host thread sleeps after it. Neither adds an order that the submission did not have.
#pragma once
#include <array>
#include <atomic>

#include "tracer/record/delay_sites.h"
#include "tracer/record/recorder.h"
#include "tracer/record/spin_kernel.h"

namespace cudep::record {

class Provocation {
 public:
  explicit Provocation(Recorder& recorder) noexcept : recorder_(recorder) {}
  /// False, after a line on stderr, when the plan cannot be read.
  bool start(const char* plan) noexcept;

  /// The calling thread is about to make a call in this context.
  void enter(std::uint32_t context) noexcept;
  /// It is about to submit work to `stream`.
  void before(ThreadState& thread, CUstream stream) noexcept;
  /// It has submitted it.
  void after(ThreadState& thread) noexcept;

 private:
  Recorder& recorder_;
  DelaySites sites_;
  SpinKernel kernel_;
  std::atomic<bool> refused_ = false;
  std::array<std::atomic<bool>, 4096> contexts_{};
};

}  // namespace cudep::record
