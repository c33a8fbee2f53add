// A stream of higher priority is preferred, not awaited: the reader on the stream of low priority needs an event, too.
#include "../program.h"

cudaStream_t stream_of_priority(int priority) {
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, priority));
  return stream;
}

int main() {
  int least = 0;
  int greatest = 0;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  cudaStream_t urgent = stream_of_priority(greatest);
  cudaStream_t background = stream_of_priority(least);
  float* frame = device_buffer();
  float* archive = device_buffer();
  cudaEvent_t drawn = untimed_event();
  fill<<<kBlocks, kThreads, 0, urgent>>>(frame, kCount, 1.0f);
  CHECK(cudaEventRecord(drawn, urgent));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(background, drawn));
#endif
  copy<<<kBlocks, kThreads, 0, background>>>(frame, archive, kCount);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
