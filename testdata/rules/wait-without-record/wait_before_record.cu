// The wait is submitted before the record: it uses the latest record before its call, and there is none.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
#ifndef ORDERED
  CHECK(cudaStreamWaitEvent(consumer, filled));  // EXPECT: wait-without-record
#endif
  fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, producer));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer, filled));
#endif
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
