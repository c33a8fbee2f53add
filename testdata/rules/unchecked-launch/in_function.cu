// A function that only launches leaves the look to its caller, and the caller does not look.
// CUDEP-OPTIONS: --select=unchecked-launch
// CUDEP-RUN: a run does not show what the host looks at
#include "../program.h"

void clear(float* data, cudaStream_t stream) {
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 0.0f);  // EXPECT: unchecked-launch
}

void not_called_here(float* data, cudaStream_t stream) { fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 0.0f); }

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  clear(data, stream);
#ifdef ORDERED
  if (cudaPeekAtLastError() != cudaSuccess) return 1;
#endif
  return 0;
}
