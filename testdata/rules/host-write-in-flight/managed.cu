// The host writes managed memory that a kernel may still be reading.
#include "../program.h"

int main() {
  float* parameters = nullptr;
  CHECK(cudaMallocManaged(&parameters, kBytes));
  for (int i = 0; i < kCount; ++i) parameters[i] = 1.0f;
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  copy<<<kBlocks, kThreads, 0, stream>>>(parameters, data, kCount);
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  parameters[0] = 2.0f;  // EXPECT: host-write-in-flight
  CHECK(cudaDeviceSynchronize());
  return 0;
}
