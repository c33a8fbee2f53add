// Three buffers on two streams: a buffer comes back on the other stream three laps later.
#include "../../rules/program.h"

int main() {
  float* data[3];
  cudaEvent_t used[3];
  cudaStream_t streams[2] = {non_blocking_stream(), non_blocking_stream()};
  for (int i = 0; i < 3; ++i) {
    data[i] = device_buffer();
    used[i] = untimed_event();
  }
  for (int i = 0; i < 60; ++i) {
    cudaStream_t stream = streams[i % 2];
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(stream, used[i % 3]));
#endif
    fill<<<kBlocks, kThreads, 0, stream>>>(data[i % 3], kCount, 1.0f);  // EXPECT: unordered-stream-access
    CHECK(cudaEventRecord(used[i % 3], stream));
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
