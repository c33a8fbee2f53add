// A kernel in stream 0 reads what a blocking stream wrote: in order, but not with per-thread default streams.
// CUDEP-OPTIONS: --select=fragile-order
#include "../program.h"

int main() {
  float* data = device_buffer();
  float* result = device_buffer();
  cudaStream_t stream = blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
#ifdef ORDERED
  copy<<<kBlocks, kThreads, 0, stream>>>(data, result, kCount);
#else
  copy<<<kBlocks, kThreads>>>(data, result, kCount);  // EXPECT: fragile-order
#endif
  CHECK(cudaDeviceSynchronize());
  return 0;
}
