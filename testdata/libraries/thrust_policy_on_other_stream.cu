// Numbers are filled on one stream and sorted by Thrust with the policy of another one.
// CUDEP-NEEDS: thrust/sort.h
#include <cuda_runtime.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

__global__ void fill(int* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = count - i;
}

int main() {
  constexpr int kCount = 1 << 16;
  int *values, *host;
  cudaMalloc(&values, kCount * sizeof(int));
  cudaMallocHost(&host, kCount * sizeof(int));
  cudaStream_t make, order, copy;
  cudaStreamCreateWithFlags(&make, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&order, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
  cudaEvent_t made;
  cudaEventCreateWithFlags(&made, cudaEventDisableTiming);

  fill<<<kCount / 256, 256, 0, make>>>(values, kCount);
  cudaEventRecord(made, make);
#ifdef ORDERED
  cudaStreamWaitEvent(order, made, 0);
#endif
  thrust::sort(thrust::cuda::par.on(order), values, values + kCount);  // EXPECT: unordered-stream-access
  // The sort is complete when it returns.
  cudaMemcpyAsync(host, values, kCount * sizeof(int), cudaMemcpyDeviceToHost, copy);
  cudaStreamSynchronize(copy);
  cudaFree(values);
  cudaFreeHost(host);
}
