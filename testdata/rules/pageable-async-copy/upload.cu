// A large upload from malloc waits for the work before it.
// CUDEP-OPTIONS: --select=performance
#include "../program.h"

int main() {
  float* data = device_buffer();
  float* other = device_buffer();
  cudaStream_t uploads = non_blocking_stream();
  cudaStream_t kernels = non_blocking_stream();
  float* staging = static_cast<float*>(std::calloc(kCount, sizeof(float)));
#ifdef ORDERED
  CHECK(cudaHostRegister(staging, kBytes, cudaHostRegisterDefault));
#endif
  CHECK(cudaMemcpyAsync(data, staging, kBytes, cudaMemcpyHostToDevice, uploads));  // EXPECT: pageable-async-copy
  fill<<<kBlocks, kThreads, 0, kernels>>>(other, kCount, 1.0f);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
