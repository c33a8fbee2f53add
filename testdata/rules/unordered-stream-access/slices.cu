// Two streams fill the halves of one buffer. They need no order, unless the halves overlap by one element.
#include "../program.h"

int main() {
  const int half = kCount / 2;
#ifdef ORDERED
  const int first_count = half;
#else
  const int first_count = half + 1;
#endif
  float* data = device_buffer();
  cudaStream_t first = non_blocking_stream();
  cudaStream_t second = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, first>>>(data, first_count, 1.0f);
  fill<<<kBlocks, kThreads, 0, second>>>(data + half, half, 2.0f);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
