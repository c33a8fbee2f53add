// The launch is looked at, but what the last synchronize says is dropped: an error while the kernel runs goes unseen.
// CUDEP-OPTIONS: --select=unchecked-launch
// CUDEP-RUN: a run does not show what the host looks at
#include "../program.h"

int main() {
  float* data = device_buffer();
  fill<<<kBlocks, kThreads>>>(data, kCount, 1.0f);
  CHECK(cudaGetLastError());
#ifdef ORDERED
  CHECK(cudaDeviceSynchronize());
#else
  (void)cudaDeviceSynchronize();  // EXPECT: unchecked-launch
#endif
  return 0;
}
