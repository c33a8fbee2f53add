// Right: what is done in stream 0 before and behind the streams' work keeps nothing apart.
// CUDEP-OPTIONS: --select=default-stream-in-pipeline
#include "../program.h"

int main() {
  float* a = device_buffer();
  float* b = device_buffer();
  CHECK(cudaMemset(a, 0, kBytes));
  CHECK(cudaMemset(b, 0, kBytes));
  cudaStream_t first = blocking_stream();
  cudaStream_t second = blocking_stream();
  add<<<kBlocks, kThreads, 0, first>>>(a, kCount, 1.0f);
  add<<<kBlocks, kThreads, 0, second>>>(b, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemset(a, 0, kBytes));
  return 0;
}
