// Synchronizing stream 0 covers all blocking streams and no non-blocking one.
#include "../program.h"

int main() {
  float* result = pinned_buffer();
  float* data = device_buffer();
#ifdef ORDERED
  cudaStream_t stream = blocking_stream();
#else
  cudaStream_t stream = non_blocking_stream();
#endif
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(0));
  std::printf("%.1f\n", result[0]);  // EXPECT: host-read-before-sync
  return 0;
}
