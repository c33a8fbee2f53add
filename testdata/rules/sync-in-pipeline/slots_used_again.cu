// Right: each lap fills the same staging buffer, so that the host has to wait for the copy.
// CUDEP-OPTIONS: --select=sync-in-pipeline
#include "../program.h"

int main() {
  float* staging = pinned_buffer();
  float* data = device_buffer();
  cudaStream_t copies = non_blocking_stream();
  cudaStream_t kernels = non_blocking_stream();
  cudaEvent_t copied = untimed_event();
  for (int lap = 0; lap < 4; ++lap) {
    for (int i = 0; i < kCount; ++i) staging[i] = static_cast<float>(lap);
    CHECK(cudaMemcpyAsync(data, staging, kBytes, cudaMemcpyHostToDevice, copies));
    CHECK(cudaEventRecord(copied, copies));
    CHECK(cudaStreamWaitEvent(kernels, copied));
    add<<<kBlocks, kThreads, 0, kernels>>>(data, kCount, 1.0f);
    CHECK(cudaDeviceSynchronize());
  }
  return 0;
}
