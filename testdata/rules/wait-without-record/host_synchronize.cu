// The host synchronizes an event that is recorded nowhere: the call succeeds at once.
#include "../program.h"

int main() {
  float* result = pinned_buffer();
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t downloaded = untimed_event();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
  CHECK(cudaEventRecord(downloaded, stream));
#endif
  CHECK(cudaEventSynchronize(downloaded));  // EXPECT: wait-without-record
  std::printf("%.1f\n", result[0]);
  return 0;
}
