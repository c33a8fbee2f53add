// A synchronous copy to the host waits for blocking streams only: it does not wait for the kernel on the non-blocking
// one.
#include <vector>

#include "../program.h"

int main() {
  std::vector<float> values(kCount);
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  CHECK(cudaMemcpy(values.data(), data, kBytes, cudaMemcpyDeviceToHost));  // EXPECT: unordered-stream-access
  std::printf("%.1f\n", values[0]);
  return 0;
}
