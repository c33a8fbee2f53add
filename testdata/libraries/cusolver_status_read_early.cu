// The status word of a factorization is copied on another stream than the one that the solver runs on.
// CUDEP-NEEDS: cusolverDn.h
#include <cuda_runtime.h>
#include <cusolverDn.h>

int main() {
  constexpr int kSide = 512;
  float *matrix, *workspace;
  int *status, *host_status, words = 0;
  cudaMalloc(&matrix, kSide * kSide * sizeof(float));
  cudaMalloc(&status, sizeof(int));
  cudaMallocHost(&host_status, sizeof(int));
  cudaStream_t solve, copy;
  cudaStreamCreateWithFlags(&solve, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
  cusolverDnHandle_t solver;
  cusolverDnCreate(&solver);
  cusolverDnSetStream(solver, solve);
  cusolverDnSpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, kSide, matrix, kSide, &words);
  cudaMalloc(&workspace, words * sizeof(float));

  cusolverDnSpotrf(solver, CUBLAS_FILL_MODE_LOWER, kSide, matrix, kSide, workspace, words, status);
#ifdef ORDERED
  cudaStream_t used;
  cusolverDnGetStream(solver, &used);
  cudaStreamSynchronize(used);
#endif
  cudaMemcpyAsync(host_status, status, sizeof(int), cudaMemcpyDeviceToHost, copy);  // EXPECT: unordered-stream-access
  cudaDeviceSynchronize();

  cusolverDnDestroy(solver);
  cudaFree(matrix);
  cudaFree(workspace);
  cudaFree(status);
  const int failed = *host_status;
  cudaFreeHost(host_status);
  return failed;
}
