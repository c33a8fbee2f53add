// A function makes a stream for every call; the loop that calls it is what makes them many.
// CUDEP-OPTIONS: --select=too-many-streams
#include "../program.h"

void process(float* part, cudaStream_t given) {
  cudaStream_t own = given;
#ifndef ORDERED
  CHECK(cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking));  // EXPECT: too-many-streams
#endif
  add<<<kBlocks, kThreads, 0, own>>>(part, kCount, 1.0f);
  CHECK(cudaStreamSynchronize(own));
#ifndef ORDERED
  CHECK(cudaStreamDestroy(own));
#endif
}

int main() {
  float* data = device_buffer(4 * kBytes);
  cudaStream_t stream = non_blocking_stream();
  for (int i = 0; i < 4; ++i) process(data + i * kCount, stream);
  return 0;
}
