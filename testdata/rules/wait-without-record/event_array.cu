// The producer records the events of the slots that it fills; the consumer waits for the event one further.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled[3];
  for (cudaEvent_t& event : filled) event = untimed_event();
  const int last = 1;
  for (int i = 0; i <= last; ++i) {
    fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
    CHECK(cudaEventRecord(filled[i], producer));
  }
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer, filled[last]));
#else
  CHECK(cudaStreamWaitEvent(consumer, filled[last + 1]));  // EXPECT: wait-without-record
#endif
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
