// Waiting for the later event covers its stream; the earlier one was recorded in another.
#include "../program.h"

int main() {
  float* a = device_buffer();
  float* b = device_buffer();
  cudaStream_t first = non_blocking_stream();
  cudaStream_t second = non_blocking_stream();
  cudaEvent_t start = nullptr, stop = nullptr;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  fill<<<kBlocks, kThreads, 0, first>>>(a, kCount, 1.0f);
  CHECK(cudaEventRecord(start, first));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(second, start));
#endif
  fill<<<kBlocks, kThreads, 0, second>>>(b, kCount, 1.0f);
  CHECK(cudaEventRecord(stop, second));
  CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0.0f;
  cudaEventElapsedTime(&milliseconds, start, stop);  // EXPECT: elapsed-time-misuse
  std::printf("%.3f ms\n", milliseconds);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
