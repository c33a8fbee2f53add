// An asynchronous copy from pageable memory may have staged its source when it returns; nothing promises it. Order that
// is only seen is not reported by default.
#include <vector>

#include "../program.h"

int main() {
  std::vector<float> values(kCount, 1.0f);
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaMemcpyAsync(data, values.data(), kBytes, cudaMemcpyHostToDevice, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  values[0] = 2.0f;
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
