// Two arrays of streams, together more than a device has queues.
// CUDEP-OPTIONS: --select=too-many-streams
#include "../program.h"

#ifdef ORDERED
constexpr int kStreams = 4;
#else
constexpr int kStreams = 20;
#endif

int main() {
  float* a = device_buffer(kStreams * kBytes);
  float* b = device_buffer(kStreams * kBytes);
  cudaStream_t first[kStreams], second[kStreams];
  for (int i = 0; i < kStreams; ++i) CHECK(cudaStreamCreate(&first[i]));
  for (int i = 0; i < kStreams; ++i) CHECK(cudaStreamCreate(&second[i]));  // EXPECT: too-many-streams
  for (int i = 0; i < kStreams; ++i) {
    fill<<<kBlocks, kThreads, 0, first[i]>>>(a + i * kCount, kCount, 1.0f);
    fill<<<kBlocks, kThreads, 0, second[i]>>>(b + i * kCount, kCount, 1.0f);
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
