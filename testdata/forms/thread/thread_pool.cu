// Threads in a vector, each with its slice and stream, started with a function and its arguments.
#include <thread>
#include <vector>

#include "../../rules/program.h"

void work(float* data, int count, cudaStream_t stream) {
  fill<<<count / kThreads, kThreads, 0, stream>>>(data, count, 1.0f);
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
}

int main() {
  constexpr int kWorkers = 4;
  constexpr int kSlice = kCount / kWorkers;
  float* data = device_buffer();
  float* host = pinned_buffer();
  std::vector<cudaStream_t> streams;
  for (int i = 0; i < kWorkers; ++i) streams.push_back(non_blocking_stream());
  std::vector<std::thread> workers;
  for (int i = 0; i < kWorkers; ++i) workers.emplace_back(work, data + i * kSlice, kSlice, streams[i]);
  for (std::thread& worker : workers) worker.join();
  CHECK(cudaMemcpyAsync(host, data, kBytes, cudaMemcpyDeviceToHost, streams[0]));  // EXPECT: unordered-stream-access
  CHECK(cudaStreamSynchronize(streams[0]));
  CHECK(cudaDeviceSynchronize());
  return 0;
}
