// Two devices: the second one's kernel reads what a peer copy on the first one's stream is bringing.
#include "../../rules/program.h"

int main() {
  float* data[2];
  cudaStream_t streams[2];
  for (int device = 0; device < 2; ++device) {
    CHECK(cudaSetDevice(device));
    data[device] = device_buffer();
    streams[device] = non_blocking_stream();
  }
  CHECK(cudaSetDevice(0));
  cudaEvent_t sent = untimed_event();
  fill<<<kBlocks, kThreads, 0, streams[0]>>>(data[0], kCount, 1.0f);
  CHECK(cudaMemcpyPeerAsync(data[1], 1, data[0], 0, kBytes, streams[0]));
  CHECK(cudaEventRecord(sent, streams[0]));
  CHECK(cudaSetDevice(1));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(streams[1], sent));
#endif
  add<<<kBlocks, kThreads, 0, streams[1]>>>(data[1], kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaStreamSynchronize(streams[1]));
  return 0;
}
