// Chunks of one buffer dealt out to a few streams: no two of them overlap, unless each also takes the first element of
// the next one.
#include "../program.h"

int main() {
  const int chunks = 6;
  const int chunk = 1024;
#ifdef ORDERED
  const std::size_t bytes = chunk * sizeof(float);
#else
  const std::size_t bytes = (chunk + 1) * sizeof(float);
#endif
  float* data = device_buffer();
  cudaStream_t streams[3];
  for (cudaStream_t& stream : streams) stream = non_blocking_stream();
  for (int i = 0; i < chunks; ++i) {
    CHECK(cudaMemsetAsync(data + i * chunk, 0, bytes, streams[i % 3]));  // EXPECT: unordered-stream-access
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
