// Frames alternate between two buffers. The consumer waits for the producer, but nothing makes the producer wait before
// it fills a buffer again that the consumer may still be reading. In the first lap `emptied` is not recorded yet, and
// the wait for it is rightly a no-op.
#include "../program.h"

int main() {
  float* data[2] = {device_buffer(), device_buffer()};
  float* total = device_buffer(sizeof(float));
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled[2] = {untimed_event(), untimed_event()};
  cudaEvent_t emptied[2] = {untimed_event(), untimed_event()};
  CHECK(cudaMemsetAsync(total, 0, sizeof(float), consumer));
  for (int frame = 0; frame < 10; ++frame) {
    const int slot = frame % 2;
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(producer, emptied[slot]));
#endif
    fill<<<kBlocks, kThreads, 0, producer>>>(data[slot], kCount, 1.0f);  // EXPECT: unordered-stream-access
    CHECK(cudaEventRecord(filled[slot], producer));
    CHECK(cudaStreamWaitEvent(consumer, filled[slot]));
    sum<<<1, kThreads, 0, consumer>>>(data[slot], kCount, total);
    CHECK(cudaEventRecord(emptied[slot], consumer));
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
