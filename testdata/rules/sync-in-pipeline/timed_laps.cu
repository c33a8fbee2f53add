// Right: each lap is timed, which needs the host to wait.
// CUDEP-OPTIONS: --select=sync-in-pipeline
#include "../program.h"

int main() {
  float* a = device_buffer();
  float* b = device_buffer();
  cudaStream_t first = non_blocking_stream();
  cudaStream_t second = non_blocking_stream();
  cudaEvent_t start = nullptr, stop = nullptr;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  for (int lap = 0; lap < 4; ++lap) {
    CHECK(cudaEventRecord(start, first));
    fill<<<kBlocks, kThreads, 0, first>>>(a, kCount, 1.0f);
    fill<<<kBlocks, kThreads, 0, second>>>(b, kCount, 1.0f);
    CHECK(cudaEventRecord(stop, first));
    CHECK(cudaDeviceSynchronize());
    float milliseconds = 0.0f;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    std::printf("%.3f ms\n", milliseconds);
  }
  return 0;
}
