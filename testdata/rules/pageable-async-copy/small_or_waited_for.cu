// Right: a few bytes to the device are staged at once, and a result that the host waits for anyway costs nothing.
// CUDEP-OPTIONS: --select=performance
#include "../program.h"

int main() {
  float* data = device_buffer();
  float* total = device_buffer(sizeof(float));
  cudaStream_t stream = non_blocking_stream();
  float zero = 0.0f;
  float result = 0.0f;
  CHECK(cudaMemcpyAsync(total, &zero, sizeof(float), cudaMemcpyHostToDevice, stream));
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  sum<<<1, kThreads, 0, stream>>>(data, kCount, total);
  CHECK(cudaMemcpyAsync(&result, total, sizeof(float), cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  std::printf("%.1f\n", result);
  return 0;
}
