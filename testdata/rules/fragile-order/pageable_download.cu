// The host reads what an asynchronous copy wrote into pageable memory: seen to wait, promised nowhere.
// CUDEP-OPTIONS: --select=fragile-order
#include "../program.h"

int main() {
  float* result = static_cast<float*>(std::malloc(kBytes));
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(result, data, kBytes, cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  std::printf("%.1f\n", result[0]);  // EXPECT: fragile-order
  CHECK(cudaDeviceSynchronize());
  return 0;
}
// CUDEP-RUN: reads of pageable memory by the host are not watched
