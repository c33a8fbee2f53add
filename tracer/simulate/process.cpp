// Makes the state of the process and opens its trace.
#include "tracer/simulate/process.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "tracer/simulate/time_limit.h"

namespace cudep::simulate {
namespace {

constexpr std::uint32_t kDriverVersion = 13000;
constexpr int kMostDevices = 16;

thread_local cudaError_t error_of_thread = cudaSuccess;
std::atomic<bool> has_recorded_call = false;
const pid_t loading_process = getpid();

/// A program may be linked with the runtime and never give it work.
[[gnu::destructor]] void say_when_nothing_was_recorded() {
  if (has_recorded_call.load(std::memory_order_relaxed) || std::getenv("CUDEP_TRACE_FILE") == nullptr) return;
  if (getpid() == loading_process) std::fputs("cudep: the program gave CUDA no work: nothing is recorded\n", stderr);
}

/// What the recorder asks a driver, answered by this library.
record::Driver driver() noexcept {
  record::Driver driver;
  driver.kernel_parameter = Kernels::parameter;
  driver.kernel_name = Kernels::name;
  driver.context_device = [](CUdevice* device) {
    *device = current_device();
    return CUDA_SUCCESS;
  };
  driver.stream_is_capturing = [](CUstream stream, CUstreamCaptureStatus* status) {
    const Stream* const known = process().streams.find(stream, false);
    const bool capturing = known != nullptr && known->place.capture != nullptr;
    *status = capturing ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
    return CUDA_SUCCESS;
  };
  driver.version = [](int* version) {
    *version = kDriverVersion;
    return CUDA_SUCCESS;
  };
  return driver;
}

Process& make_process() noexcept {
  Process& made = *new Process;
  if (const char* const devices = std::getenv("CUDEP_SIMULATE_DEVICES")) {
    made.devices = std::clamp(std::atoi(devices), 1, kMostDevices);
  }
  if (const char* const summaries = std::getenv("CUDEP_SIMULATE_KERNELS")) made.kernels.read_summaries(summaries);
  if (const char* const path = std::getenv("CUDEP_TRACE_FILE")) made.recorder = record::open_recorder(path, driver());
  if (made.recorder != nullptr) made.recorder->file.set_flag(format::kSimulated);
  if (const char* const seconds = std::getenv("CUDEP_SIMULATE_TIMEOUT")) limit_time(std::atof(seconds));
  return made;
}

}  // namespace

void note_recorded_call() noexcept { has_recorded_call.store(true, std::memory_order_relaxed); }

void Process::wait() {
  host_functions.wait();
  streams.synchronized();
}

Process& process() noexcept {
  static Process& only = make_process();
  return only;
}

int& current_device() noexcept {
  thread_local int device = 0;
  return device;
}

cudaError_t keep_error(cudaError_t error) noexcept {
  if (error != cudaSuccess) error_of_thread = error;
  return error;
}

cudaError_t last_error(bool forget) noexcept {
  const cudaError_t error = error_of_thread;
  if (forget) error_of_thread = cudaSuccess;
  return error;
}

}  // namespace cudep::simulate
