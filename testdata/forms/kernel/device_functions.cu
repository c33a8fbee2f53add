// The write lies three device functions deep, one of them a template, one behind a reference.
#include "../../rules/program.h"

template <class T>
__device__ void put(T* base, int i, const T& value) {
  base[i] = value;
}

__device__ void store_row(float* row, int column, float value) { put(row, column, value); }

__device__ void store(float* matrix, int columns, int row, int column, float value) {
  store_row(matrix + row * columns, column, value);
}

__global__ void ramp(float* matrix, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  store(matrix, columns, row, column, static_cast<float>(row));
}

int main() {
  float* matrix = device_buffer();
  float* host = pinned_buffer();
  cudaStream_t work = non_blocking_stream();
  cudaStream_t transfer = non_blocking_stream();
  cudaEvent_t ready = untimed_event();
  const dim3 block(16, 16), grid(16, 16);
  ramp<<<grid, block, 0, work>>>(matrix, 256, 256);
  CHECK(cudaEventRecord(ready, work));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(transfer, ready));
#endif
  CHECK(cudaMemcpyAsync(host, matrix, kBytes, cudaMemcpyDeviceToHost, transfer));  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
