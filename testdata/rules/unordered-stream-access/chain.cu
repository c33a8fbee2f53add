// Order passes along a chain of three streams, unless the middle one passes it on before it has received it.
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t first = non_blocking_stream();
  cudaStream_t second = non_blocking_stream();
  cudaStream_t third = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  cudaEvent_t passed = untimed_event();
  fill<<<kBlocks, kThreads, 0, first>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(filled, first));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(second, filled));
  CHECK(cudaEventRecord(passed, second));
#else
  CHECK(cudaEventRecord(passed, second));  // ALLOW: event-recorded-early
  CHECK(cudaStreamWaitEvent(second, filled));
#endif
  CHECK(cudaStreamWaitEvent(third, passed));
  add<<<kBlocks, kThreads, 0, third>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
