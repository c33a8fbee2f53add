// The last owner of a pinned buffer goes while a copy into it is in flight: its deleter frees too early.
#include <memory>

#include "../../rules/program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  std::shared_ptr<float> result(pinned_buffer(), cudaFreeHost);
  std::shared_ptr<float> other = result;
  CHECK(cudaMemcpyAsync(result.get(), data, kBytes, cudaMemcpyDeviceToHost, stream));
  other.reset();
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  result.reset();  // EXPECT: free-in-flight
  CHECK(cudaDeviceSynchronize());
  return 0;
}
