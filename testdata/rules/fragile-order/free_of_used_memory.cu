// cudaFree of device memory that a kernel may still use relies on the call's own wait, which it may do without.
// CUDEP-OPTIONS: --select fragile-order
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
