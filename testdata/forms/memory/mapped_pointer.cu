// Mapped memory has two pointers; the kernel writes through one, the host reads through the other.
#include "../../rules/program.h"

int main() {
  float* host = nullptr;
  float* device = nullptr;
  CHECK(cudaHostAlloc(&host, kBytes, cudaHostAllocMapped));
  CHECK(cudaHostGetDevicePointer(&device, host, 0));
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(device, kCount, 1.0f);
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  float total = 0.0f;
  for (int i = 0; i < kCount; ++i) total += host[i];  // EXPECT: host-read-before-sync
  std::printf("%.1f\n", total);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFreeHost(host));
  return 0;
}
