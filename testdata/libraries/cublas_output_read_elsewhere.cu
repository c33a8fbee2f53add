// A product of cuBLAS on the stream of its handle, and a kernel on another stream that reads it.
// CUDEP-NEEDS: cublas_v2.h
#include <cublas_v2.h>
#include <cuda_runtime.h>

__global__ void scale(float* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 2 * in[i];
}

int main() {
  constexpr int kSide = 256;
  constexpr std::size_t kBytes = kSide * kSide * sizeof(float);
  float *a, *b, *product, *scaled;
  cudaMalloc(&a, kBytes);
  cudaMalloc(&b, kBytes);
  cudaMalloc(&product, kBytes);
  cudaMalloc(&scaled, kBytes);
  cudaStream_t multiply, rest;
  cudaStreamCreateWithFlags(&multiply, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&rest, cudaStreamNonBlocking);
  cudaEvent_t multiplied;
  cudaEventCreateWithFlags(&multiplied, cudaEventDisableTiming);
  cublasHandle_t blas;
  cublasCreate(&blas);
  cublasSetStream(blas, multiply);
  const float one = 1, zero = 0;

  cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, kSide, kSide, kSide, &one, a, kSide, b, kSide, &zero, product, kSide);
#ifdef ORDERED
  cudaEventRecord(multiplied, multiply);
  cudaStreamWaitEvent(rest, multiplied, 0);
#endif
  scale<<<kSide * kSide / 256, 256, 0, rest>>>(scaled, product, kSide * kSide);  // EXPECT: unordered-stream-access

  cublasDestroy(blas);
  cudaFree(a);
  cudaFree(b);
  cudaFree(product);
  cudaFree(scaled);
}
