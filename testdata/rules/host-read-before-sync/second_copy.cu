// Two results are copied; the synchronize lies between the two copies and covers only the first.
#include "../program.h"

int main() {
  float* first = pinned_buffer();
  float* second = pinned_buffer();
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(first, data, kBytes, cudaMemcpyDeviceToHost, stream));
#ifndef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(second, data, kBytes, cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  std::printf("%.1f\n", first[0]);
  std::printf("%.1f\n", second[0]);  // EXPECT: host-read-before-sync
  return 0;
}
