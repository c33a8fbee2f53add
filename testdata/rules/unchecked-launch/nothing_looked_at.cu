// Neither the launch nor the synchronize behind it is looked at.
// CUDEP-OPTIONS: --select=unchecked-launch
// CUDEP-RUN: a run does not show what the host looks at
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);  // EXPECT: unchecked-launch
#ifdef ORDERED
  CHECK(cudaGetLastError());
  CHECK(cudaStreamSynchronize(stream));
#else
  cudaStreamSynchronize(stream);  // EXPECT: unchecked-launch
#endif
  return 0;
}
