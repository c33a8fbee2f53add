// Managed memory: the host prepares the next frame while the kernel may still read this one.
#include "../../rules/program.h"

int main() {
  float* data = nullptr;
  float* total = device_buffer(sizeof(float));
  CHECK(cudaMallocManaged(&data, kBytes));
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaMemsetAsync(total, 0, sizeof(float), stream));
  for (int frame = 0; frame < 4; ++frame) {
    for (int i = 0; i < kCount; ++i) data[i] = static_cast<float>(frame);  // EXPECT: host-write-in-flight
    sum<<<1, kThreads, 0, stream>>>(data, kCount, total);
#ifdef ORDERED
    CHECK(cudaStreamSynchronize(stream));
#endif
  }
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaFree(data));
  return 0;
}
