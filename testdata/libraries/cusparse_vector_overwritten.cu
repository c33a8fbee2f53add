// A sparse product reads a vector through its descriptor, and a memset on another stream overwrites the vector.
// CUDEP-NEEDS: cusparse.h
#include <cuda_runtime.h>
#include <cusparse.h>

int main() {
  constexpr int kRows = 1024, kEntries = 4096;
  int *offsets, *columns;
  float *values, *x, *y;
  void* scratch;
  cudaMalloc(&offsets, (kRows + 1) * sizeof(int));
  cudaMalloc(&columns, kEntries * sizeof(int));
  cudaMalloc(&values, kEntries * sizeof(float));
  cudaMalloc(&x, kRows * sizeof(float));
  cudaMalloc(&y, kRows * sizeof(float));
  cudaStream_t multiply, clear;
  cudaStreamCreateWithFlags(&multiply, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&clear, cudaStreamNonBlocking);
  cusparseHandle_t sparse;
  cusparseCreate(&sparse);
  cusparseSetStream(sparse, multiply);
  cusparseSpMatDescr_t matrix;
  cusparseCreateCsr(&matrix, kRows, kRows, kEntries, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                    CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
  cusparseDnVecDescr_t input, output;
  cusparseCreateDnVec(&input, kRows, x, CUDA_R_32F);
  cusparseCreateDnVec(&output, kRows, y, CUDA_R_32F);
  const float one = 1, zero = 0;
  std::size_t bytes = 0;
  cusparseSpMV_bufferSize(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, input, &zero, output, CUDA_R_32F,
                          CUSPARSE_SPMV_ALG_DEFAULT, &bytes);
  cudaMalloc(&scratch, bytes);

  cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix, input, &zero, output, CUDA_R_32F,
               CUSPARSE_SPMV_ALG_DEFAULT, scratch);
#ifdef ORDERED
  cudaStreamSynchronize(multiply);
#endif
  cudaMemsetAsync(x, 0, kRows * sizeof(float), clear);  // EXPECT: unordered-stream-access
  cudaDeviceSynchronize();

  cusparseDestroyDnVec(input);
  cusparseDestroyDnVec(output);
  cusparseDestroySpMat(matrix);
  cusparseDestroy(sparse);
  for (void* memory : {scratch, (void*)offsets, (void*)columns, (void*)values, (void*)x, (void*)y}) cudaFree(memory);
}
