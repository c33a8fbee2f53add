// The host clears the pinned result for the next round while the copy into it may still run.
#include <cstring>

#include "../program.h"

int main() {
  float* result = pinned_buffer();
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  std::memset(result, 0, kBytes);  // EXPECT: host-write-in-flight
  CHECK(cudaDeviceSynchronize());
  return 0;
}
