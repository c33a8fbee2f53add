// The consumer's class makes an event of its own and waits for it; the producer records another one of the same name.
#include "../program.h"

struct Stage {
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
};

int main() {
  float* data = device_buffer();
  Stage producer;
  Stage consumer;
  fill<<<kBlocks, kThreads, 0, producer.stream>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(producer.filled, producer.stream));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer.stream, producer.filled));
#else
  CHECK(cudaStreamWaitEvent(consumer.stream, consumer.filled));  // EXPECT: wait-without-record
#endif
  add<<<kBlocks, kThreads, 0, consumer.stream>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
