// Both streams are complete when the device is synchronized.
// CUDEP-OPTIONS: --select=redundant-wait
#include "../program.h"

int main() {
  float* a = device_buffer();
  float* b = device_buffer();
  cudaStream_t first = non_blocking_stream();
  cudaStream_t second = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, first>>>(a, kCount, 1.0f);
  fill<<<kBlocks, kThreads, 0, second>>>(b, kCount, 1.0f);
  CHECK(cudaStreamSynchronize(first));
#ifndef ORDERED
  CHECK(cudaStreamSynchronize(second));
#endif
  CHECK(cudaDeviceSynchronize());  // EXPECT: redundant-wait
  return 0;
}
