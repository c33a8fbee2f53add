// A map from streams to their events.
#include <unordered_map>

#include "../../rules/program.h"

int main() {
  std::unordered_map<cudaStream_t, cudaEvent_t> last;
  float* data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  last[producer] = untimed_event();
  last[consumer] = untimed_event();
  fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
  CHECK(cudaEventRecord(last[producer], producer));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer, last[producer]));
#else
  CHECK(cudaStreamWaitEvent(consumer, last[consumer]));  // EXPECT: wait-without-record
#endif
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
