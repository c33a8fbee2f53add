// The stream is a default argument; one caller forgets to give it, and its kernel runs on the default stream, which a
// non-blocking stream takes no part in.
#include "../../rules/program.h"

void scale(float* data, float value, cudaStream_t stream = nullptr) {
  add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, value);  // EXPECT: unordered-stream-access
}

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
#ifdef ORDERED
  scale(data, 2.0f, stream);
#else
  scale(data, 2.0f);
#endif
  CHECK(cudaDeviceSynchronize());
  return 0;
}
