// Two overloads of one function: the one with an event waits, the one without does not.
#include "../../rules/program.h"

void consume(float* data, cudaStream_t stream) {
  add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
}

void consume(float* data, cudaStream_t stream, cudaEvent_t filled) {
  CHECK(cudaStreamWaitEvent(stream, filled));
  consume(data, stream);
}

int main() {
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, producer));
#ifdef ORDERED
  consume(data, consumer, filled);
#else
  consume(data, consumer);
#endif
  CHECK(cudaDeviceSynchronize());
  return 0;
}
