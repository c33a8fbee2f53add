// A unique pointer gives its pinned memory back while the copy from it may still run.
#include <memory>

#include "../program.h"

struct FreeHost {
  void operator()(float* pointer) const { cudaFreeHost(pointer); }  // ALLOW: free-in-flight
};

int main() {
  std::unique_ptr<float, FreeHost> input(pinned_buffer());
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaMemcpyAsync(data, input.get(), kBytes, cudaMemcpyHostToDevice, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  input.reset();  // EXPECT: free-in-flight
  CHECK(cudaDeviceSynchronize());
  return 0;
}
