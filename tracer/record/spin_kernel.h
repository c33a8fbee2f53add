// A kernel that does nothing for a while.
#pragma once
#include <atomic>
#include <cstdint>

#include "tracer/record/driver.h"

namespace cudep::record {

class SpinKernel {
 public:
  /// Loads it into the context that is current for the calling thread, so that its first launch waits for nothing.
  /// False when the driver cannot, which is before CUDA 12.
  bool load(const Driver& driver) noexcept;
  /// Keeps `stream` busy for so long; false when the driver refuses.
  bool launch(const Driver& driver, CUstream stream, std::uint64_t nanoseconds) noexcept;

 private:
  std::atomic<CUkernel> kernel_ = nullptr;
};

}  // namespace cudep::record
