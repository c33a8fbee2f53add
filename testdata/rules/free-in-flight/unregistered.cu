// A registered vector is unregistered while the copy from it may still run.
#include <vector>

#include "../program.h"

int main() {
  std::vector<float> values(kCount, 1.0f);
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaHostRegister(values.data(), kBytes, cudaHostRegisterDefault));
  CHECK(cudaMemcpyAsync(data, values.data(), kBytes, cudaMemcpyHostToDevice, stream));
#ifndef ORDERED
  CHECK(cudaHostUnregister(values.data()));  // EXPECT: free-in-flight
#endif
  CHECK(cudaStreamSynchronize(stream));
#ifdef ORDERED
  CHECK(cudaHostUnregister(values.data()));
#endif
  return 0;
}
