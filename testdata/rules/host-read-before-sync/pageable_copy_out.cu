// An asynchronous copy into pageable memory "might be synchronous": that it waits is seen on devices, promised nowhere.
// Order that is only seen is not reported by default.
#include <vector>

#include "../program.h"

int main() {
  std::vector<float> result(kCount);
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(result.data(), data, kBytes, cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  std::printf("%.1f\n", result[0]);
  return 0;
}
