// Every stream of a vector fills its slice; the one that sums them waits for all of them but the last.
#include <vector>

#include "../program.h"

int main() {
  const int workers = 4;
  const int slice = kCount / workers;
  float* data = device_buffer();
  float* total = device_buffer(sizeof(float));
  cudaStream_t collector = non_blocking_stream();
  std::vector<cudaStream_t> streams(workers);
  std::vector<cudaEvent_t> filled(workers);
  for (int i = 0; i < workers; ++i) {
    streams[i] = non_blocking_stream();
    filled[i] = untimed_event();
  }
  CHECK(cudaMemsetAsync(total, 0, sizeof(float), collector));
  for (int i = 0; i < workers; ++i) {
    fill<<<slice / kThreads, kThreads, 0, streams[i]>>>(data + i * slice, slice, 1.0f);
    CHECK(cudaEventRecord(filled[i], streams[i]));
  }
#ifdef ORDERED
  for (std::size_t i = 0; i < filled.size(); ++i) CHECK(cudaStreamWaitEvent(collector, filled[i]));
#else
  for (std::size_t i = 0; i + 1 < filled.size(); ++i) CHECK(cudaStreamWaitEvent(collector, filled[i]));
#endif
  sum<<<1, kThreads, 0, collector>>>(data, kCount, total);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
