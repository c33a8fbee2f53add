// Which driver calls are recorded, and by which decoder.
#pragma once
#include <cupti.h>

#include <span>

#include "tracer/record/call.h"

namespace cudep::record {

struct CallRow {
  CUpti_driver_api_trace_cbid callback;
  format::CallId call;
  bool per_thread_default;  // a `_ptsz` or `_ptds` form
  When when;
  void (*decode)(Call&, const void* parameters);
};

std::span<const CallRow> call_rows() noexcept;

}  // namespace cudep::record
