// Right: the kernel in stream 0 adds up what both streams wrote, and the second stream overwrites it afterwards.
// CUDEP-OPTIONS: --select=default-stream-in-pipeline
#include "../program.h"

int main() {
  float* a = device_buffer();
  float* b = device_buffer();
  cudaStream_t first = blocking_stream();
  cudaStream_t second = blocking_stream();
  fill<<<kBlocks, kThreads, 0, first>>>(a, kCount, 1.0f);
  fill<<<kBlocks, kThreads, 0, second>>>(b, kCount, 2.0f);
  copy<<<kBlocks, kThreads>>>(a, b, kCount);
  add<<<kBlocks, kThreads, 0, second>>>(b, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
