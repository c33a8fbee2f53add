// The program records the start twice and the end never.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t start = nullptr, stop = nullptr;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start, stream));
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
#ifdef ORDERED
  CHECK(cudaEventRecord(stop, stream));
#else
  CHECK(cudaEventRecord(start, stream));
#endif
  CHECK(cudaStreamSynchronize(stream));
  float milliseconds = 0.0f;
  cudaEventElapsedTime(&milliseconds, start, stop);  // EXPECT: elapsed-time-misuse
  std::printf("%.3f ms\n", milliseconds);
  return 0;
}
