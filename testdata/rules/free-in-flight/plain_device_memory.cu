// cudaFree of plain device memory right after a launch: the call waits by itself, so this is slow but no use after
// free.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaFree(data));
  CHECK(cudaDeviceSynchronize());
  return 0;
}
