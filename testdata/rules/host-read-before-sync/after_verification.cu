// The results are verified by a loop that gives up in the middle; the host reads the next ones without waiting.
#include "../program.h"

int main() {
  float* device = device_buffer();
  float* results = pinned_buffer();
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(device, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(results, device, kBytes, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  int errors = 0;
  for (int i = 0; i < kCount; ++i) {
    if (results[i] != 1.0f) {
      std::printf("wrong at %d\n", i);
      if (errors++ > 10) break;
    }
  }
  add<<<kBlocks, kThreads, 0, stream>>>(device, kCount, 1.0f);
  CHECK(cudaMemcpyAsync(results, device, kBytes, cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  if (results[0] != 2.0f) ++errors;  // EXPECT: host-read-before-sync
  CHECK(cudaStreamSynchronize(stream));
  return errors == 0 ? 0 : 2;
}
