// Two pairs of producer and consumer; each consumer waits for the event of the other pair.
#include "../program.h"

int main() {
  float* data[2] = {device_buffer(), device_buffer()};
  cudaStream_t producers[2];
  cudaStream_t consumers[2];
  cudaEvent_t filled[2];
  for (int i = 0; i < 2; ++i) {
    producers[i] = non_blocking_stream();
    consumers[i] = non_blocking_stream();
    filled[i] = untimed_event();
  }
  for (int i = 0; i < 2; ++i) {
    fill<<<kBlocks, kThreads, 0, producers[i]>>>(data[i], kCount, 1.0f);
    CHECK(cudaEventRecord(filled[i], producers[i]));
  }
  for (int i = 0; i < 2; ++i) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(consumers[i], filled[i]));
#else
    CHECK(cudaStreamWaitEvent(consumers[i], filled[1 - i]));
#endif
    add<<<kBlocks, kThreads, 0, consumers[i]>>>(data[i], kCount, 1.0f);  // EXPECT: unordered-stream-access
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
