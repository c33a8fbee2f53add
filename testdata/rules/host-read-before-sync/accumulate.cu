// A standard algorithm reads the pinned result while the copy into it may still run.
#include <numeric>

#include "../program.h"

int main() {
  float* result = pinned_buffer();
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t downloaded = untimed_event();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaEventRecord(downloaded, stream));
#ifdef ORDERED
  CHECK(cudaEventSynchronize(downloaded));
#endif
  const float total = std::accumulate(result, result + kCount, 0.0f);  // EXPECT: host-read-before-sync
  std::printf("%.1f\n", total);
  return 0;
}
