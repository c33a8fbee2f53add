// Flags are cleared in stream 0, between the kernels of two streams that have nothing to do with each other.
// CUDEP-OPTIONS: --select=default-stream-in-pipeline
#include "../program.h"

int main() {
  float* a = device_buffer();
  float* b = device_buffer();
  float* flags = device_buffer();
  cudaStream_t first = blocking_stream();
  cudaStream_t second = blocking_stream();
  fill<<<kBlocks, kThreads, 0, first>>>(a, kCount, 1.0f);
#ifdef ORDERED
  CHECK(cudaMemsetAsync(flags, 0, kBytes, second));
#else
  CHECK(cudaMemset(flags, 0, kBytes));  // EXPECT: default-stream-in-pipeline
#endif
  fill<<<kBlocks, kThreads, 0, second>>>(b, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
