// Right: the host has waited already in each lap; taking the second synchronize away would gain nothing.
// CUDEP-OPTIONS: --select=sync-in-pipeline
#include "../program.h"

int main() {
  float* a = device_buffer();
  float* b = device_buffer();
  cudaStream_t first = non_blocking_stream();
  cudaStream_t second = non_blocking_stream();
  float total = 0.0f;
  float* result = pinned_buffer(sizeof(float));
  for (int lap = 0; lap < 4; ++lap) {
    fill<<<kBlocks, kThreads, 0, first>>>(a, kCount, 1.0f);
    fill<<<kBlocks, kThreads, 0, second>>>(b, kCount, 1.0f);
    CHECK(cudaMemcpyAsync(result, b, sizeof(float), cudaMemcpyDeviceToHost, second));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaStreamSynchronize(first));
    total += *result;
  }
  std::printf("%.1f\n", total);
  return 0;
}
