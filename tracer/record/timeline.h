// Begin and end of GPU work, by CUPTI's activity records.
#pragma once
#include "tracer/record/cupti_library.h"
#include "tracer/record/recorder.h"

namespace cudep::record {

/// Asks for kernels, copies and memsets; false when CUPTI refuses.
bool start_timeline(Recorder& recorder, const Cupti& cupti) noexcept;
/// Waits for what CUPTI still holds.
void finish_timeline(const Cupti& cupti) noexcept;

}  // namespace cudep::record
