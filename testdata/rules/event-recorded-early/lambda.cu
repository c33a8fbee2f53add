// The producer's work is submitted by a lambda, which is called after the record.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  const auto produce = [&] { fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f); };
#ifdef ORDERED
  produce();
  CHECK(cudaEventRecord(filled, producer));
#else
  CHECK(cudaEventRecord(filled, producer));  // EXPECT: event-recorded-early
  produce();
#endif
  CHECK(cudaStreamWaitEvent(consumer, filled));
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
