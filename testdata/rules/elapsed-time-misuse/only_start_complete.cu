// The host synchronizes the first event only; the second may still be pending.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t started = nullptr;
  cudaEvent_t finished = nullptr;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&finished));
  CHECK(cudaEventRecord(started, stream));
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(finished, stream));
#ifdef ORDERED
  CHECK(cudaEventSynchronize(finished));
#else
  CHECK(cudaEventSynchronize(started));
#endif
  float milliseconds = 0.0f;
  CHECK(cudaEventElapsedTime(&milliseconds, started, finished));  // EXPECT: elapsed-time-misuse
  std::printf("%.3f ms\n", milliseconds);
  return 0;
}
