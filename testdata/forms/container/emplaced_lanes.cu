// Move-only lanes that own their streams and buffers, emplaced in a vector, walked by a range-for.
#include <utility>
#include <vector>

#include "../../rules/program.h"

struct Lane {
  explicit Lane(int count) : count(count) {
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming));
    CHECK(cudaMalloc(&data, count * sizeof(float)));
  }
  Lane(Lane&& other) noexcept
      : count(other.count),
        stream(std::exchange(other.stream, nullptr)),
        filled(std::exchange(other.filled, nullptr)),
        data(std::exchange(other.data, nullptr)) {}
  Lane(const Lane&) = delete;
  ~Lane() {
    if (stream == nullptr) return;
    cudaStreamSynchronize(stream);
    cudaFree(data);
    cudaEventDestroy(filled);
    cudaStreamDestroy(stream);
  }
  int count;
  cudaStream_t stream = nullptr;
  cudaEvent_t filled = nullptr;
  float* data = nullptr;
};

int main() {
  std::vector<Lane> lanes;
  for (int i = 0; i < 3; ++i) lanes.emplace_back(kCount);
  cudaStream_t collector = non_blocking_stream();
  float* total = device_buffer(sizeof(float));
  CHECK(cudaMemsetAsync(total, 0, sizeof(float), collector));
  for (Lane& lane : lanes) {
    fill<<<kBlocks, kThreads, 0, lane.stream>>>(lane.data, lane.count, 1.0f);
    CHECK(cudaEventRecord(lane.filled, lane.stream));
  }
  for (const Lane& lane : lanes) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(collector, lane.filled));
#endif
    sum<<<1, kThreads, 0, collector>>>(lane.data, lane.count, total);  // EXPECT: unordered-stream-access
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
