// Pinned memory is freed while the copy from it may still run. That cudaFreeHost waits is promised nowhere.
#include "../program.h"

int main() {
  float* input = pinned_buffer();
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaMemcpyAsync(data, input, kBytes, cudaMemcpyHostToDevice, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  CHECK(cudaFreeHost(input));  // EXPECT: free-in-flight
  CHECK(cudaDeviceSynchronize());
  return 0;
}
