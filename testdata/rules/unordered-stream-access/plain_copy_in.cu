// A synchronous copy from pageable memory stages its source and may return while the transfer to the device still runs,
// on the legacy stream. A kernel on a non-blocking stream may then read old data.
#include <vector>

#include "../program.h"

int main() {
  std::vector<float> values(kCount, 1.0f);
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaMemcpy(data, values.data(), kBytes, cudaMemcpyHostToDevice));
#ifdef ORDERED
  CHECK(cudaDeviceSynchronize());
#endif
  add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
