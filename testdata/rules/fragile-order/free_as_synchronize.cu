// The free of another buffer makes the host wait for the copy.
// CUDEP-OPTIONS: --select=fragile-order
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
  std::printf("%.1f\n", result[0]);  // EXPECT: fragile-order
  return 0;
}
