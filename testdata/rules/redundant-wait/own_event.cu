// A stream waits for an event that it recorded itself.
// CUDEP-OPTIONS: --select=redundant-wait
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  cudaStream_t other = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, stream));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(other, filled));
#else
  CHECK(cudaStreamWaitEvent(stream, filled));  // EXPECT: redundant-wait
  CHECK(cudaStreamWaitEvent(other, filled));
#endif
  add<<<kBlocks, kThreads, 0, other>>>(data, kCount, 1.0f);
  CHECK(cudaStreamSynchronize(other));
  return 0;
}
