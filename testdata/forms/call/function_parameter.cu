// A function takes its work as a std::function by const reference; callers pass lambdas and plain functions.
#include <functional>

#include "../../rules/program.h"

float* data = nullptr;

void prepare(cudaStream_t stream) { fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f); }

void timed(cudaStream_t stream, const std::function<void(cudaStream_t)>& work) {
  work(stream);
  CHECK(cudaGetLastError());
}

int main() {
  data = device_buffer();
  cudaStream_t producer = non_blocking_stream();
  cudaStream_t consumer = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  timed(producer, prepare);
  CHECK(cudaEventRecord(filled, producer));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer, filled));
#endif
  timed(consumer, [](cudaStream_t stream) {
    add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 2.0f);  // EXPECT: unordered-stream-access
  });
  CHECK(cudaDeviceSynchronize());
  return 0;
}
