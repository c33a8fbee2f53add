// A parallel region with a barrier in it: what the threads do between barriers is not known to be in order, and is not
// reported. The race lies after the region.
// CUDEP-ARGS: -fopenmp
#include "../../rules/program.h"

int main() {
  float* data = device_buffer();
  float* host = pinned_buffer();
  cudaStream_t stream = non_blocking_stream();
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    {
      fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
      CHECK(cudaMemcpyAsync(host, data, kBytes, cudaMemcpyDeviceToHost, stream));
    }
#pragma omp barrier
  }
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  std::printf("%.1f\n", host[0]);  // EXPECT: host-read-before-sync
  CHECK(cudaDeviceSynchronize());
  return 0;
}
