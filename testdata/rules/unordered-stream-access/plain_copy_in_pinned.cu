// A synchronous copy from pinned memory is complete when it returns: nothing is left to order, even for a non-blocking
// stream.
#include "../program.h"

int main() {
  float* values = pinned_buffer();
  for (int i = 0; i < kCount; ++i) values[i] = 1.0f;
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaMemcpy(data, values, kBytes, cudaMemcpyHostToDevice));
  add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
