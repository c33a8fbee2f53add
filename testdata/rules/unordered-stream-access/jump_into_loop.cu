// A jump into the middle of a cycle of jumps: no loop that could be planned. It is followed as far as the
// limit allows, which is not to its end.
#include "../program.h"

int main(int argc, char**) {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  cudaStream_t other = non_blocking_stream();
  if (argc > 7) goto middle;
again:
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
middle:
  if (--argc > 0) goto again;
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  add<<<kBlocks, kThreads, 0, other>>>(data, kCount, 1.0f);  // KNOWN-MISS: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
