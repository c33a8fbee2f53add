// The events were created without timing: there is no time to read from them.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t started = nullptr;
  cudaEvent_t finished = nullptr;
#ifdef ORDERED
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&finished));
#else
  CHECK(cudaEventCreateWithFlags(&started, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&finished, cudaEventDisableTiming));
#endif
  CHECK(cudaEventRecord(started, stream));
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(finished, stream));
  CHECK(cudaEventSynchronize(finished));
  float milliseconds = 0.0f;
  CHECK(cudaEventElapsedTime(&milliseconds, started, finished));  // EXPECT: elapsed-time-misuse
  std::printf("%.3f ms\n", milliseconds);
  return 0;
}
