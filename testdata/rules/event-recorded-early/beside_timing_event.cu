// A timing event is recorded after the kernel, but the consumer waits for the other one, which was recorded before it.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  cudaEvent_t started = nullptr;
  cudaEvent_t finished = nullptr;
  CHECK(cudaEventCreate(&started));
  CHECK(cudaEventCreate(&finished));
  CHECK(cudaEventRecord(started, producer));
#ifndef ORDERED
  CHECK(cudaEventRecord(filled, producer));  // EXPECT: event-recorded-early
#endif
  fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
#ifdef ORDERED
  CHECK(cudaEventRecord(filled, producer));
#endif
  CHECK(cudaEventRecord(finished, producer));
  CHECK(cudaStreamWaitEvent(consumer, filled));
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  float milliseconds = 0.0f;
  CHECK(cudaEventElapsedTime(&milliseconds, started, finished));
  std::printf("%.3f ms\n", milliseconds);
  return 0;
}
