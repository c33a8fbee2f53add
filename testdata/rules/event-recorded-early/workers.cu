// Every worker records its event before its kernel; the collector waits for all of these events.
#include <vector>

#include "../program.h"

int main() {
  const int workers = 3;
  const int slice = kCount / 4;
  float* data = device_buffer();
  float* total = device_buffer(sizeof(float));
  cudaStream_t collector = non_blocking_stream();
  std::vector<cudaStream_t> streams;
  std::vector<cudaEvent_t> filled;
  for (int i = 0; i < workers; ++i) {
    streams.push_back(non_blocking_stream());
    filled.push_back(untimed_event());
  }
  CHECK(cudaMemsetAsync(total, 0, sizeof(float), collector));
  for (int i = 0; i < workers; ++i) {
#ifndef ORDERED
    CHECK(cudaEventRecord(filled[i], streams[i]));  // EXPECT: event-recorded-early
#endif
    fill<<<slice / kThreads, kThreads, 0, streams[i]>>>(data + i * slice, slice, 1.0f);
#ifdef ORDERED
    CHECK(cudaEventRecord(filled[i], streams[i]));
#endif
  }
  for (cudaEvent_t event : filled) CHECK(cudaStreamWaitEvent(collector, event));
  sum<<<1, kThreads, 0, collector>>>(data, workers * slice, total);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
