// Whoever passes a handle and a stream may have bound one to the other: nothing is said of their order.
// CUDEP-NEEDS: cublas_v2.h
#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void fill(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = 1;
}

void double_ones(cublasHandle_t blas, cudaStream_t stream, float* values, int count, float* sum) {
  const float two = 2;
  fill<<<(count + 255) / 256, 256, 0, stream>>>(values, count);
  cublasSscal(blas, count, &two, values, 1);
  cublasSasum(blas, count, values, 1, sum);
}
