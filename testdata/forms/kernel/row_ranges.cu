// Two streams work on rows [first, last) of one matrix, the range passed as numbers. The racy form gives both streams a
// row of the other.
#include "../../rules/program.h"

__global__ void scale_rows(float* matrix, int columns, int first, int last, float value) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = first + blockIdx.y * blockDim.y + threadIdx.y;
  if (row < last && column < columns) matrix[row * columns + column] *= value;
}

int main() {
  constexpr int kRows = 256, kColumns = 256;
  float* matrix = device_buffer();
  cudaStream_t upper = non_blocking_stream();
  cudaStream_t lower = non_blocking_stream();
  const dim3 block(32, 8), grid(kColumns / 32, kRows / 2 / 8);
  scale_rows<<<grid, block, 0, upper>>>(matrix, kColumns, 0, kRows / 2, 2.0f);
#ifdef ORDERED
  scale_rows<<<grid, block, 0, lower>>>(matrix, kColumns, kRows / 2, kRows, 3.0f);
#else
  scale_rows<<<grid, block, 0, lower>>>(matrix, kColumns, kRows / 2 - 1, kRows,  // EXPECT: unordered-stream-access
                                        3.0f);
#endif
  CHECK(cudaDeviceSynchronize());
  return 0;
}
