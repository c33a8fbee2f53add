// Two blocking streams are unordered between themselves. A kernel on the legacy stream in between is a barrier for
// both, whatever it works on.
#include "../program.h"

int main() {
  float* data = device_buffer();
  float* unrelated = device_buffer();
  cudaStream_t first = blocking_stream();
  cudaStream_t second = blocking_stream();
  fill<<<kBlocks, kThreads, 0, first>>>(data, kCount, 1.0f);
#ifdef ORDERED
  fill<<<kBlocks, kThreads>>>(unrelated, kCount, 2.0f);
#else
  fill<<<kBlocks, kThreads, 0, second>>>(unrelated, kCount, 2.0f);
#endif
  add<<<kBlocks, kThreads, 0, second>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
