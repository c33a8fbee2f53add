// Copies and kernels of a lap are ordered by events, and yet the host waits for all of them before the next lap.
// CUDEP-OPTIONS: --select=sync-in-pipeline
// CUDEP-RUN: a run does not show which clocks the host reads
#include "../program.h"

constexpr int kLaps = 4;

int main() {
  float* host = pinned_buffer(kLaps * kBytes);
  float* data = device_buffer(kLaps * kBytes);
  cudaStream_t copies = non_blocking_stream();
  cudaStream_t kernels = non_blocking_stream();
  cudaEvent_t copied = untimed_event();
  for (int lap = 0; lap < kLaps; ++lap) {
    float* part = data + lap * kCount;
    CHECK(cudaMemcpyAsync(part, host + lap * kCount, kBytes, cudaMemcpyHostToDevice, copies));
    CHECK(cudaEventRecord(copied, copies));
    CHECK(cudaStreamWaitEvent(kernels, copied));
    add<<<kBlocks, kThreads, 0, kernels>>>(part, kCount, 1.0f);
#ifndef ORDERED
    CHECK(cudaDeviceSynchronize());  // EXPECT: sync-in-pipeline
#endif
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
