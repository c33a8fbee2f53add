// What the stand-in for the CUDA runtime keeps for the whole process. It is made at the first call, which comes from
// the constructors of the program, and never goes away, because destructors of the program may still call.
#pragma once
#include <cuda_runtime_api.h>

#include "tracer/record/recorder.h"
#include "tracer/simulate/host_functions.h"
#include "tracer/simulate/kernels.h"
#include "tracer/simulate/memory.h"
#include "tracer/simulate/streams.h"

namespace cudep::simulate {

struct Process {
  record::Recorder* recorder = nullptr;  // null: the program runs, and nothing is recorded
  int devices = 1;
  Memory memory;
  Kernels kernels;
  Streams streams;
  HostFunctions host_functions;

  /// What a synchronize of the program means.
  void wait();
};

Process& process() noexcept;

/// At its end, a process without one says that nothing was recorded.
void note_recorded_call() noexcept;

/// The device that is current for the calling thread.
int& current_device() noexcept;

/// Remembers what cudaGetLastError tells the calling thread; returns `error`.
cudaError_t keep_error(cudaError_t error) noexcept;
/// What was kept; `forget` as cudaGetLastError does.
cudaError_t last_error(bool forget) noexcept;

}  // namespace cudep::simulate
