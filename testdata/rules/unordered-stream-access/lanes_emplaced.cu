// Lanes with their own streams, constructed in place in a vector. Lane 1 reads what lane 0 writes.
#include <vector>

#include "../program.h"

struct Lane {
  explicit Lane(std::size_t bytes)
      : stream(non_blocking_stream()), filled(untimed_event()), data(device_buffer(bytes)) {}
  cudaStream_t stream;
  cudaEvent_t filled;
  float* data;
};

int main() {
  std::vector<Lane> lanes;
  lanes.reserve(2);
  for (int i = 0; i < 2; ++i) lanes.emplace_back(kBytes);
  fill<<<kBlocks, kThreads, 0, lanes[0].stream>>>(lanes[0].data, kCount, 1.0f);
  CHECK(cudaEventRecord(lanes[0].filled, lanes[0].stream));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(lanes[1].stream, lanes[0].filled));
#endif
  cudaStream_t stream = lanes[1].stream;
  copy<<<kBlocks, kThreads, 0, stream>>>(lanes[0].data, lanes[1].data, kCount);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
