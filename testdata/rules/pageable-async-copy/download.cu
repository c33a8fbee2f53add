// The result is copied to memory of a vector, and the next kernel is submitted only when that is done.
// CUDEP-OPTIONS: --select=performance
#include <vector>

#include "../program.h"

int main() {
  float* a = device_buffer();
  float* b = device_buffer();
  cudaStream_t first = non_blocking_stream();
  cudaStream_t second = non_blocking_stream();
#ifdef ORDERED
  float* result = pinned_buffer();
#else
  std::vector<float> memory(kCount);
  float* result = memory.data();
#endif
  fill<<<kBlocks, kThreads, 0, first>>>(a, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(result, a, kBytes, cudaMemcpyDeviceToHost, first));  // EXPECT: pageable-async-copy
  fill<<<kBlocks, kThreads, 0, second>>>(b, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  std::printf("%.1f\n", result[0]);
  return 0;
}
