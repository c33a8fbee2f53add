// A ring of lanes, each with its own stream and buffer; every lane reads the buffer of its left neighbour.
#include <vector>

#include "../program.h"

struct Lane {
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t filled = untimed_event();
  float* data = device_buffer();
  float* halo = device_buffer();
};

int main() {
  std::vector<Lane> lanes(3);
  for (Lane& lane : lanes) {
    fill<<<kBlocks, kThreads, 0, lane.stream>>>(lane.data, kCount, 1.0f);
    CHECK(cudaEventRecord(lane.filled, lane.stream));
  }
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const Lane& left = lanes[(i + lanes.size() - 1) % lanes.size()];
    Lane& own = lanes[i];
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(own.stream, left.filled));
#endif
    copy<<<kBlocks, kThreads, 0, own.stream>>>(left.data, own.halo, kCount);  // EXPECT: unordered-stream-access
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
