// The host may refill a staging slot once its upload is done. The event that it waits for is recorded on the stream of
// the kernels, which an upload on the copy stream need not have come before.
#include "../program.h"

constexpr int kSlots = 2;
constexpr int kBatches = 4;

int main() {
  float* staging[kSlots] = {pinned_buffer(), pinned_buffer()};
  float* data[kSlots] = {device_buffer(), device_buffer()};
  cudaEvent_t free_again[kSlots] = {untimed_event(), untimed_event()};
  cudaStream_t upload = non_blocking_stream();
  cudaStream_t compute = non_blocking_stream();
  for (int batch = 0; batch < kBatches; ++batch) {
    const int slot = batch % kSlots;
    if (batch >= kSlots) CHECK(cudaEventSynchronize(free_again[slot]));
    for (int i = 0; i < kCount; ++i) staging[slot][i] = 1.0f;  // EXPECT: host-write-in-flight
    CHECK(cudaMemcpyAsync(data[slot], staging[slot], kBytes, cudaMemcpyHostToDevice, upload));
#ifdef ORDERED
    CHECK(cudaEventRecord(free_again[slot], upload));
#else
    CHECK(cudaEventRecord(free_again[slot], compute));
#endif
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
