// Memory freed in stream order and allocated again: whatever address the pool hands out, the second buffer is a new
// one.
#include "../program.h"

int main() {
  cudaStream_t stream = non_blocking_stream();
  for (int round = 0; round < 3; ++round) {
    float* data = nullptr;
    CHECK(cudaMallocAsync(&data, kBytes, stream));
    fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
    CHECK(cudaFreeAsync(data, stream));
  }
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
