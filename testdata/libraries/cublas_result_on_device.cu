// A scalar product: with its result on the host, which is the default, the call waits for it; on the device it does
// not. CUDEP-NEEDS: cublas_v2.h
#include <cublas_v2.h>
#include <cuda_runtime.h>

int main() {
  constexpr int kCount = 4096;
  float *x, *y, *result;
  cudaMallocManaged(&x, kCount * sizeof(float));
  cudaMallocManaged(&y, kCount * sizeof(float));
  cudaMallocManaged(&result, sizeof(float));
  cublasHandle_t blas;
  cublasCreate(&blas);
  float total = 0;
  cublasSdot(blas, kCount, x, 1, y, 1, &total);
  x[0] = total;

  cublasSetPointerMode(blas, CUBLAS_POINTER_MODE_DEVICE);
  cublasSdot(blas, kCount, x, 1, y, 1, result);
#ifdef ORDERED
  cudaDeviceSynchronize();
#endif
  total += *result;  // EXPECT: host-read-before-sync
  cublasDestroy(blas);
  cudaFree(x);
  cudaFree(y);
  cudaFree(result);
  return total > 0 ? 0 : 1;
}
