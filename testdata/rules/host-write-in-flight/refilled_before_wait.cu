// Two staging buffers alternate; the host waits for the upload of a buffer only after it has refilled it.
#include "../program.h"

int main() {
  float* staging[2] = {pinned_buffer(), pinned_buffer()};
  float* data[2] = {device_buffer(), device_buffer()};
  cudaStream_t streams[2] = {non_blocking_stream(), non_blocking_stream()};
  cudaEvent_t uploaded[2] = {untimed_event(), untimed_event()};
  for (int frame = 0; frame < 8; ++frame) {
    const int slot = frame % 2;
#ifdef ORDERED
    CHECK(cudaEventSynchronize(uploaded[slot]));
#endif
    for (int i = 0; i < kCount; ++i) staging[slot][i] = 1.0f;  // EXPECT: host-write-in-flight
#ifndef ORDERED
    CHECK(cudaEventSynchronize(uploaded[slot]));
#endif
    CHECK(cudaMemcpyAsync(data[slot], staging[slot], kBytes, cudaMemcpyHostToDevice, streams[slot]));
    CHECK(cudaEventRecord(uploaded[slot], streams[slot]));
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
