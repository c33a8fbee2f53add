// Handles and memory in std::unique_ptr with deleters; the pinned result ends before the copy into it has.
#include <memory>

#include "../../rules/program.h"

struct StreamDeleter {
  void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
};
struct PinnedDeleter {
  void operator()(float* memory) const { cudaFreeHost(memory); }
};
using Stream = std::unique_ptr<CUstream_st, StreamDeleter>;
using Pinned = std::unique_ptr<float[], PinnedDeleter>;

float first_of(const float* data, cudaStream_t stream) {
  Pinned result(pinned_buffer());
  CHECK(cudaMemcpyAsync(result.get(), data, kBytes, cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  return result[0];  // EXPECT: host-read-before-sync
}

int main() {
  Stream stream(non_blocking_stream());
  float* data = device_buffer();
  fill<<<kBlocks, kThreads, 0, stream.get()>>>(data, kCount, 1.0f);
  std::printf("%.1f\n", first_of(data, stream.get()));
  CHECK(cudaDeviceSynchronize());
  return 0;
}
