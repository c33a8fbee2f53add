// One call of the runtime while it happens, and its entry in the trace: the entry that the driver call would have had
// which the real runtime makes of it.
//
//   TracedCall call(call_id("cuEventRecord"), When::Before, per_thread);
//   return call.end(cudaSuccess, [&](record::Call& entry) { record::use_event(entry, OfEvent{event, stream}); });
#pragma once
#include <cuda_runtime_api.h>

#include "tracer/record/call.h"
#include "tracer/simulate/process.h"

namespace cudep::simulate {

using format::call_id;
using record::When;

class TracedCall {
 public:
  TracedCall(format::CallId id, When when, bool per_thread = false) noexcept;
  TracedCall(const TracedCall&) = delete;
  TracedCall& operator=(const TracedCall&) = delete;
  ~TracedCall();

  /// The call is about to end the memory at `address`; null: all of the device's.
  void ends(const void* address) noexcept;

  /// Writes the entry by `write(record::Call&)` and returns `error`, which is kept for cudaGetLastError.
  template <class Write>
  cudaError_t end(cudaError_t error, Write write) noexcept {
    if (thread_ != nullptr) {
      record::Call entry = begin_entry(error);
      write(entry);
    }
    return keep_error(error);
  }

 private:
  record::Call begin_entry(cudaError_t error) noexcept;

  format::CallId id_;
  bool per_thread_;
  std::uint64_t sequence_ = 0;
  record::Recorder* recorder_ = nullptr;
  record::ThreadState* thread_ = nullptr;  // null: not recording
};

// What decoders take, by the names that the driver has for arguments.
struct OnStream {
  CUstream hStream;
};
struct OfEvent {
  CUevent hEvent;
  CUstream hStream;
  unsigned Flags = 0;
};

}  // namespace cudep::simulate

/// Defines NAME and the form of it that is used where stream 0 is the thread's own.
#define CUDEP_STREAM_CALL(name, suffix, parameters, ...) \
  extern "C" cudaError_t name parameters {               \
    [[maybe_unused]] constexpr bool per_thread = false;  \
    __VA_ARGS__                                          \
  }                                                      \
  extern "C" cudaError_t name##suffix parameters {       \
    [[maybe_unused]] constexpr bool per_thread = true;   \
    __VA_ARGS__                                          \
  }
