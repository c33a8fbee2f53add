// A synchronous copy within the device does not make the host wait; it is ordered on the legacy stream only.
#include "../program.h"

int main() {
  float* from = device_buffer();
  float* to = device_buffer();
  CHECK(cudaMemset(from, 0, kBytes));
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaMemcpy(to, from, kBytes, cudaMemcpyDeviceToDevice));
#ifdef ORDERED
  CHECK(cudaDeviceSynchronize());
#endif
  add<<<kBlocks, kThreads, 0, stream>>>(to, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
