// A task of std::async uploads; its future says that the task has ended, not that the stream has.
#include <future>

#include "../../rules/program.h"

int main() {
  float* data = device_buffer();
  float* host = pinned_buffer();
  cudaStream_t upload = non_blocking_stream();
  cudaStream_t work = non_blocking_stream();
  std::future<void> uploaded = std::async(std::launch::async, [=] {
    CHECK(cudaMemcpyAsync(data, host, kBytes, cudaMemcpyHostToDevice, upload));
#ifdef ORDERED
    CHECK(cudaStreamSynchronize(upload));
#endif
  });
  uploaded.get();
  add<<<kBlocks, kThreads, 0, work>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
