// cudaFree of memory from cudaMallocAsync does not wait for the work that uses it.
#include "../program.h"

int main() {
  float* data = nullptr;
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaMallocAsync(&data, kBytes, stream));
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
#ifdef ORDERED
  CHECK(cudaFreeAsync(data, stream));
#else
  CHECK(cudaFree(data));  // EXPECT: free-in-flight
#endif
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
