// When the GPU worked on the operations of a run, from the activity records of `cudep trace --timeline`.
#pragma once
#include <cstdint>
#include <map>
#include <optional>

#include "tracer/format/trace.h"

namespace cudep::replay {

/// ns of the GPU's clock, the same for all operations of a run.
struct GpuTime {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool operator==(const GpuTime&) const = default;
};

class GpuTimes {
 public:
  explicit GpuTimes(const format::Trace& trace);
  /// From the first begin to the last end of what the call submitted; none when that was not timed.
  [[nodiscard]] std::optional<GpuTime> of(const format::Call& call) const;

 private:
  std::map<std::uint64_t, GpuTime> by_correlation_;
};

}  // namespace cudep::replay
