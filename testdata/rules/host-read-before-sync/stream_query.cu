// Polling the stream until it is idle orders like a synchronize, if it is the stream that writes.
#include "../program.h"

int main() {
  float* result = pinned_buffer();
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaMemsetAsync(data, 0, kBytes, stream));
  CHECK(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
  cudaStream_t polled = stream;
#else
  cudaStream_t polled = non_blocking_stream();
#endif
  while (cudaStreamQuery(polled) != cudaSuccess) {
  }
  std::printf("%.1f\n", result[0]);  // EXPECT: host-read-before-sync
  return 0;
}
