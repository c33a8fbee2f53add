// Activities by their correlation.
#include "tracer/replay/gpu_times.h"

#include <algorithm>

namespace cudep::replay {

GpuTimes::GpuTimes(const format::Trace& trace) {
  for (const format::Activity& activity : trace.activities) {
    const auto [known, is_new] = by_correlation_.try_emplace(activity.correlation, activity.begin, activity.end);
    if (is_new) continue;
    known->second.begin = std::min(known->second.begin, activity.begin);
    known->second.end = std::max(known->second.end, activity.end);
  }
}

std::optional<GpuTime> GpuTimes::of(const format::Call& call) const {
  if (!call.correlation) return std::nullopt;
  const auto known = by_correlation_.find(*call.correlation);
  return known == by_correlation_.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace cudep::replay
