// The chunks of one array on the heap go through two streams, one after the other.
// CUDEP-OPTIONS: --select=performance
#include "../program.h"

constexpr int kChunks = 4;

int main() {
  float* data = device_buffer(kChunks * kBytes);
#ifdef ORDERED
  float* host = pinned_buffer(kChunks * kBytes);
#else
  float* host = new float[kChunks * kCount];
#endif
  cudaStream_t streams[2] = {non_blocking_stream(), non_blocking_stream()};
  for (int i = 0; i < kChunks; ++i) {
    float* chunk = data + i * kCount;
    fill<<<kBlocks, kThreads, 0, streams[i % 2]>>>(chunk, kCount, 1.0f);
    CHECK(cudaMemcpyAsync(host + i * kCount, chunk, kBytes, cudaMemcpyDeviceToHost,  // EXPECT: pageable-async-copy
                          streams[i % 2]));
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
