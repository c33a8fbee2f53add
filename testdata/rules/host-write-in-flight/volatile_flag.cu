// A kernel spins on a flag in pinned memory until the host sets it. They order themselves by the flag, which is
// volatile on both sides; nothing is reported of a kernel that speaks with the host while it runs.
#include "../program.h"

__global__ void spin(volatile int* go, float* data, int count) {
  while (*go == 0) {
  }
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] = 1.0f;
}

int main() {
  volatile int* go = nullptr;
  CHECK(cudaMallocHost((void**)&go, sizeof(int)));
  float* data = device_buffer();
  cudaStream_t stream = non_blocking_stream();
  *go = 0;
  spin<<<kBlocks, kThreads, 0, stream>>>(go, data, kCount);
  *go = 1;
  CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaFreeHost((void*)go));
  CHECK(cudaFree(data));
  return 0;
}
