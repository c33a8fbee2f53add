// The host reads the result after cudaFree of something else, which was seen to wait for all streams and need not.
// Order that is only seen is not reported by default.
#include "../program.h"

int main() {
  float* result = pinned_buffer();
  float* data = device_buffer();
  float* scratch = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  CHECK(cudaFree(scratch));
  std::printf("%.1f\n", result[0]);
  return 0;
}
