// Each lap makes a stream, uses it once and destroys it.
// CUDEP-OPTIONS: --select=too-many-streams
#include "../program.h"

int main() {
  float* data = device_buffer(4 * kBytes);
#ifdef ORDERED
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
#endif
  for (int lap = 0; lap < 4; ++lap) {
#ifndef ORDERED
    cudaStream_t stream = nullptr;
    CHECK(cudaStreamCreate(&stream));  // EXPECT: too-many-streams
#endif
    fill<<<kBlocks, kThreads, 0, stream>>>(data + lap * kCount, kCount, 1.0f);
    CHECK(cudaStreamSynchronize(stream));
#ifndef ORDERED
    CHECK(cudaStreamDestroy(stream));
#endif
  }
  return 0;
}
