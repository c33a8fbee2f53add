// Right: cudaFree tells of earlier errors, and its result is looked at.
// CUDEP-OPTIONS: --select=unchecked-launch
#include "../program.h"

int main() {
  float* data = device_buffer();
  fill<<<kBlocks, kThreads>>>(data, kCount, 1.0f);
  cudaDeviceSynchronize();
  CHECK(cudaFree(data));
  return 0;
}
