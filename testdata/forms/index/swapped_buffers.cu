// A stencil swaps its two buffers each step; snapshots are copied out on another stream, which reads a buffer that the
// next step but one writes again.
#include <utility>

#include "../../rules/program.h"

int main() {
  float* current = device_buffer();
  float* next = device_buffer();
  float* snapshot = pinned_buffer();
  cudaStream_t compute = non_blocking_stream();
  cudaStream_t transfer = non_blocking_stream();
  cudaEvent_t computed = untimed_event();
  cudaEvent_t copied = untimed_event();
  fill<<<kBlocks, kThreads, 0, compute>>>(current, kCount, 1.0f);
  for (int step = 0; step < 10; ++step) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(compute, copied));
#endif
    copy<<<kBlocks, kThreads, 0, compute>>>(current, next, kCount);  // EXPECT: unordered-stream-access
    CHECK(cudaEventRecord(computed, compute));
    std::swap(current, next);
    CHECK(cudaStreamWaitEvent(transfer, computed));
    CHECK(cudaMemcpyAsync(snapshot, current, kBytes, cudaMemcpyDeviceToHost, transfer));
    CHECK(cudaEventRecord(copied, transfer));
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
