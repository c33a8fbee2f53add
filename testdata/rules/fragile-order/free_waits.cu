// The memory is freed while the kernel may still write it; only that cudaFree waits keeps that from harm.
// CUDEP-OPTIONS: --select=fragile-order
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  CHECK(cudaFree(data));  // EXPECT: fragile-order
  return 0;
}
