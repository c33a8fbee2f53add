// Begin and end of GPU work, by CUPTI's activity records.
#pragma once
#include "tracer/record/recorder.h"

namespace cudep::record {

/// Asks for kernels, copies and memsets; false when CUPTI refuses.
bool start_timeline(Recorder& recorder) noexcept;
/// Waits for what CUPTI still holds.
void finish_timeline(Recorder& recorder) noexcept;

}  // namespace cudep::record
