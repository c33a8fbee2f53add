// Streams come back from functions as std::pair and std::tuple and are taken apart by structured bindings.
#include <tuple>
#include <utility>

#include "../../rules/program.h"

std::pair<cudaStream_t, cudaEvent_t> make_lane() { return {non_blocking_stream(), untimed_event()}; }

std::tuple<float*, int, float> make_work() { return std::make_tuple(device_buffer(), kCount, 1.0f); }

int main() {
  const auto [producer, filled] = make_lane();
  auto consumer = make_lane();
  auto [data, count, value] = make_work();
  fill<<<kBlocks, kThreads, 0, producer>>>(data, count, value);
  CHECK(cudaEventRecord(filled, producer));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer.first, filled));
#endif
  add<<<kBlocks, kThreads, 0, std::get<0>(consumer)>>>(data, count, value);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
