// A kernel writes pinned memory that is mapped into the device's addresses; the host reads it without a synchronize.
#include "../program.h"

int main() {
  float* host = nullptr;
  float* mapped = nullptr;
  CHECK(cudaHostAlloc(&host, kBytes, cudaHostAllocMapped));
  CHECK(cudaHostGetDevicePointer(&mapped, host, 0));
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(mapped, kCount, 1.0f);
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  std::printf("%.1f\n", host[0]);  // EXPECT: host-read-before-sync
  return 0;
}
