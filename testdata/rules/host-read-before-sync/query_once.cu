// A query that says `not ready` proves nothing: asking once and going on is no synchronize, asking until success is
// one.
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
  while (cudaEventQuery(downloaded) == cudaErrorNotReady) {
  }
#else
  if (cudaEventQuery(downloaded) == cudaErrorNotReady) std::printf("still busy\n");
#endif
  std::printf("%.1f\n", result[0]);  // EXPECT: host-read-before-sync
  return 0;
}
