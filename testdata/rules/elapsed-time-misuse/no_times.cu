// The later event is made like those that only order streams: it keeps no times.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t start = nullptr;
  CHECK(cudaEventCreate(&start));
#ifdef ORDERED
  cudaEvent_t stop = nullptr;
  CHECK(cudaEventCreate(&stop));
#else
  cudaEvent_t stop = untimed_event();
#endif
  CHECK(cudaEventRecord(start, stream));
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(stop, stream));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0.0f;
  cudaEventElapsedTime(&milliseconds, start, stop);  // EXPECT: elapsed-time-misuse
  std::printf("%.3f ms\n", milliseconds);
  return 0;
}
