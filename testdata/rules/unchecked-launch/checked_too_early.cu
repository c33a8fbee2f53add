// The look at errors stands in front of the last launch of the loop.
// CUDEP-OPTIONS: --select=unchecked-launch
// CUDEP-RUN: a run does not show what the host looks at
#include "../program.h"

int main() {
  float* data = device_buffer();
  for (int lap = 0; lap < 3; ++lap) {
#ifndef ORDERED
    CHECK(cudaGetLastError());
#endif
    add<<<kBlocks, kThreads>>>(data, kCount, 1.0f);  // EXPECT: unchecked-launch
#ifdef ORDERED
    CHECK(cudaGetLastError());
#endif
  }
  return 0;
}
