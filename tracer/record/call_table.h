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
  CUstream (*stream)(const void* parameters);       // that it names; null: the default stream
  std::uint64_t (*memory)(const void* parameters);  // that it ends; 0: none
};

std::span<const CallRow> call_rows() noexcept;

}  // namespace cudep::record
