// A loop gives each stream its part, and waits for the stream right away.
// CUDEP-OPTIONS: --select=sync-in-pipeline
// CUDEP-RUN: a run does not show which clocks the host reads
#include "../program.h"

constexpr int kStreams = 3;

int main() {
  float* a = device_buffer(kStreams * kBytes);
  float* b = device_buffer(kStreams * kBytes);
  cudaStream_t first[kStreams], second[kStreams];
  for (int i = 0; i < kStreams; ++i) {
    first[i] = non_blocking_stream();
    second[i] = non_blocking_stream();
  }
  for (int i = 0; i < kStreams; ++i) {
    fill<<<kBlocks, kThreads, 0, first[i]>>>(a + i * kCount, kCount, 1.0f);
    fill<<<kBlocks, kThreads, 0, second[i]>>>(b + i * kCount, kCount, 1.0f);
#ifndef ORDERED
    CHECK(cudaStreamSynchronize(second[i]));  // EXPECT: sync-in-pipeline
#endif
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
