// Right: the host reads a clock when the lap is done.
// CUDEP-OPTIONS: --select=sync-in-pipeline
#include <chrono>

#include "../program.h"

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

int main() {
  float* a = device_buffer();
  float* b = device_buffer();
  cudaStream_t first = non_blocking_stream();
  cudaStream_t second = non_blocking_stream();
  for (int lap = 0; lap < 4; ++lap) {
    const double start = seconds();
    fill<<<kBlocks, kThreads, 0, first>>>(a, kCount, 1.0f);
    fill<<<kBlocks, kThreads, 0, second>>>(b, kCount, 1.0f);
    CHECK(cudaDeviceSynchronize());
    std::printf("%.3f ms\n", 1e3 * (seconds() - start));
  }
  return 0;
}
