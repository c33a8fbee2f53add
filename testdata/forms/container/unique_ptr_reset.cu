// Resetting a std::unique_ptr frees pinned memory that an upload may still read.
#include <memory>

#include "../../rules/program.h"

int main() {
  const auto free_pinned = [](float* memory) { cudaFreeHost(memory); };
  std::unique_ptr<float, decltype(free_pinned)> staging(pinned_buffer(), free_pinned);
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  CHECK(cudaMemcpyAsync(data, staging.get(), kBytes, cudaMemcpyHostToDevice, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  staging.reset(pinned_buffer());  // EXPECT: free-in-flight
  CHECK(cudaDeviceSynchronize());
  return 0;
}
