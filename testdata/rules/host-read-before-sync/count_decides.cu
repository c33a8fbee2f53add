// How many elements a filter has kept is copied to pinned memory, and the host sizes the next launch by it.
#include "../program.h"

__global__ void keep_positive(const float* in, int count, float* out, int* kept) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && in[i] > 0.0f) out[atomicAdd(kept, 1)] = in[i];
}

int main() {
  float* data = device_buffer();
  float* positive = device_buffer();
  int* kept = reinterpret_cast<int*>(device_buffer(sizeof(int)));
  int* kept_by_host = reinterpret_cast<int*>(pinned_buffer(sizeof(int)));
  cudaStream_t stream = non_blocking_stream();
  fill<<<kBlocks, kThreads, 0, stream>>>(data, kCount, 1.0f);
  CHECK(cudaMemsetAsync(kept, 0, sizeof(int), stream));
  keep_positive<<<kBlocks, kThreads, 0, stream>>>(data, kCount, positive, kept);
  CHECK(cudaMemcpyAsync(kept_by_host, kept, sizeof(int), cudaMemcpyDeviceToHost, stream));
#ifdef ORDERED
  CHECK(cudaStreamSynchronize(stream));
#endif
  const int count = *kept_by_host;  // EXPECT: host-read-before-sync
  if (count > 0) add<<<(count + kThreads - 1) / kThreads, kThreads, 0, stream>>>(positive, count, 1.0f);
  CHECK(cudaStreamSynchronize(stream));
  return 0;
}
