// cudaDeviceSynchronize waits for the current device alone; the results of the other one are read too early.
#include "../../rules/program.h"

int main() {
  float* data[2];
  float* host[2];
  cudaStream_t streams[2];
  for (int device = 0; device < 2; ++device) {
    CHECK(cudaSetDevice(device));
    data[device] = device_buffer();
    host[device] = pinned_buffer();
    streams[device] = non_blocking_stream();
    fill<<<kBlocks, kThreads, 0, streams[device]>>>(data[device], kCount, 1.0f);
    CHECK(cudaMemcpyAsync(host[device], data[device], kBytes, cudaMemcpyDeviceToHost, streams[device]));
  }
#ifdef ORDERED
  for (int device = 0; device < 2; ++device) {
    CHECK(cudaSetDevice(device));
    CHECK(cudaDeviceSynchronize());
  }
#else
  CHECK(cudaDeviceSynchronize());
#endif
  std::printf("%.1f\n", host[0][0]);  // EXPECT: host-read-before-sync
  std::printf("%.1f\n", host[1][0]);
  return 0;
}
