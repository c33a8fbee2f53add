// Results of finished frames are taken whenever their event is ready, oldest first. The racy form takes one that is
// not.
#include "../../rules/program.h"

constexpr int kSlots = 4;

int main() {
  float* data = device_buffer(kSlots * kBytes);
  float* host = pinned_buffer(kSlots * kBytes);
  cudaStream_t stream = non_blocking_stream();
  cudaEvent_t done[kSlots];
  for (cudaEvent_t& event : done) event = untimed_event();
  for (int i = 0; i < kSlots; ++i) {
    fill<<<kBlocks, kThreads, 0, stream>>>(data + i * kCount, kCount, static_cast<float>(i));
    CHECK(cudaMemcpyAsync(host + i * kCount, data + i * kCount, kBytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaEventRecord(done[i], stream));
  }
  int taken = 0;
  while (taken < kSlots) {
    const cudaError_t status = cudaEventQuery(done[taken]);
#ifdef ORDERED
    if (status == cudaErrorNotReady) continue;
#else
    if (status != cudaErrorNotReady && status != cudaSuccess) return 1;
#endif
    std::printf("%.1f\n", host[taken * kCount]);  // EXPECT: host-read-before-sync
    ++taken;
  }
  return 0;
}
