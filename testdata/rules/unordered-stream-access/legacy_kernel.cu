// A kernel on the legacy stream, then one on a non-blocking stream: the launch without a stream orders nothing for it.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  fill<<<kBlocks, kThreads>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(stream, filled));
#endif
  add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
