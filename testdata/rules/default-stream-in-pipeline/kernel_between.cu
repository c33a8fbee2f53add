// One launch of a loop over streams forgot its stream.
// CUDEP-OPTIONS: --select=default-stream-in-pipeline
#include "../program.h"

constexpr int kStreams = 3;

int main() {
  float* a = device_buffer(kStreams * kBytes);
  float* b = device_buffer(kStreams * kBytes);
  cudaStream_t streams[kStreams];
  for (cudaStream_t& stream : streams) stream = blocking_stream();
  for (int i = 0; i < kStreams; ++i) {
    fill<<<kBlocks, kThreads, 0, streams[i]>>>(a + i * kCount, kCount, 1.0f);
#ifdef ORDERED
    fill<<<kBlocks, kThreads, 0, streams[i]>>>(b + i * kCount, kCount, 1.0f);
#else
    fill<<<kBlocks, kThreads>>>(b + i * kCount, kCount, 1.0f);  // EXPECT: default-stream-in-pipeline
#endif
  }
  CHECK(cudaDeviceSynchronize());
  return 0;
}
