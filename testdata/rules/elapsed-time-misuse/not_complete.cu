// The time is asked for while the kernel may still run: the host never waits for the later event.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t start = nullptr, stop = nullptr;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start, stream));
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(stop, stream));
#ifdef ORDERED
  CHECK(cudaEventSynchronize(stop));
#endif
  float milliseconds = 0.0f;
  cudaEventElapsedTime(&milliseconds, start, stop);  // EXPECT: elapsed-time-misuse
  std::printf("%.3f ms\n", milliseconds);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
