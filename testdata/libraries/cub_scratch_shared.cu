// Two sums of CUB on two streams with one piece of scratch memory. The calls that only ask for its size use none.
// CUDEP-NEEDS: cub/device/device_reduce.cuh
#include <cuda_runtime.h>

#include <cub/device/device_reduce.cuh>

int main() {
  constexpr int kCount = 1 << 20;
  float *a, *b, *sums;
  void* scratch;
  std::size_t bytes = 0;
  cudaMalloc(&a, kCount * sizeof(float));
  cudaMalloc(&b, kCount * sizeof(float));
  cudaMalloc(&sums, 2 * sizeof(float));
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cub::DeviceReduce::Sum(nullptr, bytes, a, sums, kCount, first);
  cub::DeviceReduce::Sum(nullptr, bytes, b, sums + 1, kCount, second);
  cudaMalloc(&scratch, bytes);

  cub::DeviceReduce::Sum(scratch, bytes, a, sums, kCount, first);
#ifdef ORDERED
  cudaStreamSynchronize(first);
#endif
  cub::DeviceReduce::Sum(scratch, bytes, b, sums + 1, kCount, second);  // EXPECT: unordered-stream-access
  cudaDeviceSynchronize();
  for (void* memory : {scratch, (void*)a, (void*)b, (void*)sums}) cudaFree(memory);
}
