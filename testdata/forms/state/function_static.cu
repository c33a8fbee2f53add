// Each function has its stream in a local static; a singleton holds the event.
#include "../../rules/program.h"

struct Shared {
  cudaEvent_t filled = untimed_event();
  float* data = device_buffer();
};

Shared& shared() {
  static Shared instance;
  return instance;
}

void produce() {
  static cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(shared().data, kCount, 1.0f);
  CHECK(cudaEventRecord(shared().filled, stream));
}

void consume() {
  static cudaStream_t stream = nullptr;
  if (!stream) stream = non_blocking_stream();
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(stream, shared().filled));
#endif
  add<<<kBlocks, kThreads, 0, stream>>>(shared().data, kCount, 1.0f);  // EXPECT: unordered-stream-access
}

int main() {
  produce();
  consume();
  CHECK(cudaDeviceSynchronize());
  return 0;
}
