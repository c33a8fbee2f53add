// A plain copy to the host has waited for its stream, which is the only one with work.
// CUDEP-OPTIONS: --select=redundant-wait
#include "../program.h"

int main() {
  float* result = pinned_buffer();
  float* data = device_buffer();
  fill<<<kBlocks, kThreads>>>(data, kCount, 1.0f);
  CHECK(cudaMemcpy(result, data, kBytes, cudaMemcpyDeviceToHost));
#ifndef ORDERED
  CHECK(cudaDeviceSynchronize());  // EXPECT: redundant-wait
#endif
  std::printf("%.1f\n", result[0]);
  return 0;
}
