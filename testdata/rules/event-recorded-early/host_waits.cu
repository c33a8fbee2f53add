// The host synchronizes the event, but that was recorded before the copy of the result.
#include "../program.h"

int main() {
  float* result = pinned_buffer();
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t downloaded = untimed_event();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
#ifdef ORDERED
  CHECK(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaEventRecord(downloaded, stream));
#else
  CHECK(cudaEventRecord(downloaded, stream));  // EXPECT: event-recorded-early
  CHECK(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
#endif
  CHECK(cudaEventSynchronize(downloaded));
  std::printf("%.1f\n", result[0]);
  return 0;
}
