// The first and the last row of a grid go to the host on a stream of their own, while the next step is computed on
// another one, which overwrites the rows before they have been copied.
#include "../../rules/program.h"

constexpr int kRows = 64;
constexpr int kWidth = kCount / kRows;
constexpr int kSteps = 3;

int main() {
  float* grid = device_buffer();
  float* rows = pinned_buffer(2 * kWidth * sizeof(float));
  cudaStream_t compute = non_blocking_stream();
  cudaStream_t exchange = non_blocking_stream();
  cudaEvent_t computed = untimed_event();
  cudaEvent_t exchanged = untimed_event();
  CHECK(cudaMemsetAsync(grid, 0, kBytes, compute));
  for (int step = 0; step < kSteps; ++step) {
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(compute, exchanged));
#endif
    add<<<kBlocks, kThreads, 0, compute>>>(grid, kCount, 1.0f);  // EXPECT: unordered-stream-access
    CHECK(cudaEventRecord(computed, compute));
    CHECK(cudaStreamWaitEvent(exchange, computed));
    CHECK(cudaMemcpyAsync(rows, grid, kWidth * sizeof(float), cudaMemcpyDeviceToHost, exchange));
    CHECK(cudaMemcpyAsync(rows + kWidth, grid + (kRows - 1) * kWidth, kWidth * sizeof(float), cudaMemcpyDeviceToHost,
                          exchange));
    CHECK(cudaEventRecord(exchanged, exchange));
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
