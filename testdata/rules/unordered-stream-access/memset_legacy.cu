// cudaMemset of device memory may return before it is done; it runs on the legacy stream, in whose order a non-blocking
// stream takes no part. A blocking stream does.
#include "../program.h"

int main() {
  float* data = device_buffer();
#ifdef ORDERED
  cudaStream_t stream = blocking_stream();
#else
  cudaStream_t stream = non_blocking_stream();
#endif
  CHECK(cudaMemset(data, 0, kBytes));
  add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
