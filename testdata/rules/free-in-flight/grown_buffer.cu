// A pinned buffer grows when a larger frame comes: the old memory is freed although the download of the last frame may
// still be writing it.
#include "../program.h"

struct Output {
  float* memory = nullptr;
  std::size_t bytes = 0;
};

void reserve(Output& output, std::size_t bytes, cudaStream_t stream) {
  if (bytes <= output.bytes) return;
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  CHECK(cudaFreeHost(output.memory));  // EXPECT: free-in-flight
  output.memory = pinned_buffer(bytes);
  output.bytes = bytes;
}

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  Output output{pinned_buffer(kBytes / 2), kBytes / 2};
  for (const std::size_t bytes : {kBytes / 2, kBytes}) {
    fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
    reserve(output, bytes, stream);
    CHECK(cudaMemcpyAsync(output.memory, data, bytes, cudaMemcpyDeviceToHost, stream));
  }
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
