// A sparse system is solved while its right-hand side is still on its way to the device.
// CUDEP-NEEDS: cusolverSp.h
#include <cuda_runtime.h>
#include <cusolverSp.h>

float solve(cusparseMatDescr_t kind, const float* values, const int* rows, const int* columns, const float* pinned,
            float* right, float* result, int side, int entries) {
  cudaStream_t upload, compute;
  cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
  cusolverSpHandle_t solver;
  cusolverSpCreate(&solver);
  cusolverSpSetStream(solver, compute);
  cudaMemcpyAsync(right, pinned, side * sizeof(float), cudaMemcpyHostToDevice, upload);
#ifdef ORDERED
  cudaStreamSynchronize(upload);
#endif
  int singularity = 0;
  cusolverSpScsrlsvqr(  // EXPECT: unordered-stream-access
      solver, side, entries, kind, values, rows, columns, right, 1e-6F, 0, result, &singularity);
  float first = 0;
  cudaMemcpy(&first, result, sizeof(float), cudaMemcpyDeviceToHost);
  cusolverSpDestroy(solver);
  return singularity < 0 ? first : 0;
}
