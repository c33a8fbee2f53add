// Steps are kept as std::function in a vector and run in turn, each on its own stream.
#include <functional>
#include <vector>

#include "../../rules/program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t streams[2] = {non_blocking_stream(), non_blocking_stream()};
  cudaEvent_t filled = untimed_event();
  std::vector<std::function<void(cudaStream_t)>> steps;
  steps.push_back([&](cudaStream_t stream) {
    fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
    CHECK(cudaEventRecord(filled, stream));
  });
  steps.emplace_back([&](cudaStream_t stream) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(stream, filled));
#endif
    add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 2.0f);  // EXPECT: unordered-stream-access
  });
  for (std::size_t i = 0; i < steps.size(); ++i) steps[i](streams[i]);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
