// Blocks add to a histogram with atomics; the host's copy does not wait for them.
#include "../../rules/program.h"

__global__ void histogram(const float* data, int count, unsigned* bins) {
  __shared__ unsigned local[64];
  if (threadIdx.x < 64) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
    atomicAdd(&local[static_cast<unsigned>(data[i]) & 63u], 1u);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
  float* data = device_buffer();
  unsigned* bins = nullptr;
  unsigned* result = nullptr;
  CHECK(cudaMalloc(&bins, 64 * sizeof(unsigned)));
  CHECK(cudaMallocHost(&result, 64 * sizeof(unsigned)));
  cudaStream_t work = non_blocking_stream();
  cudaStream_t transfer = non_blocking_stream();
  cudaEvent_t counted = untimed_event();
  CHECK(cudaMemsetAsync(bins, 0, 64 * sizeof(unsigned), work));
  histogram<<<32, kThreads, 0, work>>>(data, kCount, bins);
  CHECK(cudaEventRecord(counted, work));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(transfer, counted));
#endif
  CHECK(cudaMemcpyAsync(result, bins, 64 * sizeof(unsigned),  // EXPECT: unordered-stream-access
                        cudaMemcpyDeviceToHost, transfer));
  CHECK(cudaStreamSynchronize(transfer));
  CHECK(cudaDeviceSynchronize());
  return 0;
}
