// Coefficients in constant memory are replaced on one stream while a kernel on another reads them.
#include "../../rules/program.h"

__constant__ float coefficients[4];

__global__ void apply(float* data, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] = data[i] * coefficients[0] + coefficients[1];
}

int main() {
  float* data = device_buffer();
  float* next = pinned_buffer(4 * sizeof(float));
  cudaStream_t update = non_blocking_stream();
  cudaStream_t work = non_blocking_stream();
  cudaEvent_t updated = untimed_event();
  CHECK(cudaMemcpyToSymbolAsync(coefficients, next, sizeof(coefficients), 0, cudaMemcpyHostToDevice, update));
  CHECK(cudaEventRecord(updated, update));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(work, updated));
#endif
  apply<<<kBlocks, kThreads, 0, work>>>(data, kCount);  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
