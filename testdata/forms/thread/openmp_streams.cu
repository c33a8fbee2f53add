// Every OpenMP thread fills its slice on a stream of its own; the master sums without waiting for the streams.
// CUDEP-ARGS: -fopenmp
#include "../../rules/program.h"

int main() {
  constexpr int kWorkers = 4;
  constexpr int kSlice = kCount / kWorkers;
  float* data = device_buffer();
  float* total = device_buffer(sizeof(float));
  cudaStream_t streams[kWorkers];
  for (auto& stream : streams) stream = non_blocking_stream();
  cudaStream_t collector = non_blocking_stream();
  CHECK(cudaMemsetAsync(total, 0, sizeof(float), collector));
#pragma omp parallel for
  for (int i = 0; i < kWorkers; ++i) {
    fill<<<kSlice / kThreads, kThreads, 0, streams[i]>>>(data + i * kSlice, kSlice, 1.0f);
#ifdef ORDERED
    CHECK(cudaStreamSynchronize(streams[i]));
#endif
  }
  sum<<<1, kThreads, 0, collector>>>(data, kCount, total);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
