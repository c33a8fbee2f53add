// The kernel gets the whole array and an offset; the chunks of the streams are apart. The racy form has chunks that
// overlap by one block.
#include "../../rules/program.h"

__global__ void scale_part(float* data, std::size_t offset, int count, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[offset + i] *= value;
}

int main() {
  constexpr int kParts = 4;
  constexpr int kPart = kCount / kParts;
  float* data = device_buffer();
  cudaStream_t streams[kParts];
  for (auto& stream : streams) stream = non_blocking_stream();
  for (int part = 0; part < kParts; ++part) {
#ifdef ORDERED
    const int count = kPart;
#else
    const int count = part + 1 < kParts ? kPart + kThreads : kPart;
#endif
    scale_part<<<(count + kThreads - 1) / kThreads, kThreads, 0, streams[part]>>>(  // EXPECT: unordered-stream-access
        data, std::size_t(part) * kPart, count, 2.0f);
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
