// Compiled with per-thread default streams, stream 0 is a stream like others: it orders nothing for a blocking stream.
// The legacy stream still does, when it is named.
// CUDEP-ARGS: -DCUDA_API_PER_THREAD_DEFAULT_STREAM
#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = blocking_stream();
#ifdef ORDERED
  fill<<<kBlocks, kThreads, 0, cudaStreamLegacy>>>(data, kCount, 1.0f);
#else
  fill<<<kBlocks, kThreads>>>(data, kCount, 1.0f);
#endif
  add<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
