// Threads outside leave early; the halves that two launches write are apart by their guards. The racy form has them
// meet.
#include "../../rules/program.h"

__global__ void write_below(float* data, int limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= limit) return;
  data[i] = 1.0f;
}

__global__ void write_from(float* data, int begin, int count) {
  const int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  data[i] = 2.0f;
}

int main() {
  float* data = device_buffer();
  cudaStream_t low = non_blocking_stream();
  cudaStream_t high = non_blocking_stream();
  const int half = kCount / 2;
#ifdef ORDERED
  write_below<<<kBlocks, kThreads, 0, low>>>(data, half);
#else
  write_below<<<kBlocks, kThreads, 0, low>>>(data, half + 1);
#endif
  write_from<<<kBlocks, kThreads, 0, high>>>(data, half, kCount);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
