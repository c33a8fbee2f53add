// One event is recorded on two streams in turn before anybody waits for it: the second record replaces the first.
#include "../program.h"

int main() {
  float* left = device_buffer();
  float* right = device_buffer();
  cudaStream_t first = non_blocking_stream();
  cudaStream_t second = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  fill<<<kBlocks, kThreads, 0, first>>>(left, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, first));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer, filled));
#endif
  fill<<<kBlocks, kThreads, 0, second>>>(right, kCount, 2.0f);
  CHECK(cudaEventRecord(filled, second));
  CHECK(cudaStreamWaitEvent(consumer, filled));
  copy<<<kBlocks, kThreads, 0, consumer>>>(left, right, kCount);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
