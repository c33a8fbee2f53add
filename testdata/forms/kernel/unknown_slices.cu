// Kernels reach rows through a table of indices, so their extent is not known; each stream has its own rows. Nothing is
// reported yet where the whole buffer is cleared beside them: an unknown extent is not known to lie in a known one.
#include "../../rules/program.h"

__global__ void gather_rows(float* data, const int* rows, int first, int count, int columns) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count * columns) data[rows[first + i / columns] * columns + i % columns] += 1.0f;
}

int main() {
  constexpr int kRows = 256, kColumns = 256;
  float* data = device_buffer();
  int* rows = nullptr;
  CHECK(cudaMalloc(&rows, kRows * sizeof(int)));
  cudaStream_t streams[2] = {non_blocking_stream(), non_blocking_stream()};
  CHECK(cudaMemset(rows, 0, kRows * sizeof(int)));
  CHECK(cudaDeviceSynchronize());
  for (int half = 0; half < 2; ++half)
    gather_rows<<<kBlocks / 2, kThreads, 0, streams[half]>>>(data, rows, half * kRows / 2, kRows / 2, kColumns);
#ifdef ORDERED
  CHECK(cudaDeviceSynchronize());
#endif
  cudaStream_t clear = non_blocking_stream();
  CHECK(cudaMemsetAsync(data, 0, kBytes, clear));  // KNOWN-MISS: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
