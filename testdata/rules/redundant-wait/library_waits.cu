// Right: what a library waits for when its handle ends is not the program's to take away.
// CUDEP-OPTIONS: --select=redundant-wait
// CUDEP-NEEDS: cublas_v2.h
#include <cublas_v2.h>

#include "../program.h"

int main() {
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  cublasHandle_t handle = nullptr;
  cublasCreate(&handle);
  cublasSetStream(handle, stream);
  const float two = 2.0f;
  cublasSscal(handle, kCount, &two, data, 1);
  CHECK(cudaStreamSynchronize(stream));
  cublasDestroy(handle);
  return 0;
}
