// An iteration until convergence: the host reads the residual of every lap.
#include "../../rules/program.h"

int main() {
  float* data = device_buffer();
  float* residual = device_buffer(sizeof(float));
  float* host = pinned_buffer(sizeof(float));
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaMemsetAsync(data, 0, kBytes, stream));
  int laps = 0;
  do {
    add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 0.5f);
    CHECK(cudaMemsetAsync(residual, 0, sizeof(float), stream));
    sum<<<1, kThreads, 0, stream>>>(data, kCount, residual);
    CHECK(cudaMemcpyAsync(host, residual, sizeof(float), cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
    CHECK(cudaStreamSynchronize(stream));
#endif
  } while (*host > 1e-3f && ++laps < 100);  // EXPECT: host-read-before-sync
  CHECK(cudaDeviceSynchronize());
  return 0;
}
