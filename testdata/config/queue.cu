// Two uses of a library whose bodies are not seen: the first forgets to wait for the copy, the second waits.
#include "queue.h"

__global__ void scale(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= 2;
}

void scale_too_early(copies::Queue* queue, float* device, float* pinned, int count, cudaStream_t compute) {
  copies::upload(queue, device, pinned, count);
  scale<<<(count + 255) / 256, 256, 0, compute>>>(device, count);  // EXPECT: unordered-stream-access
  copies::finish(queue);
  cudaStreamSynchronize(compute);
}

void scale_in_time(copies::Queue* queue, float* device, float* pinned, int count, cudaStream_t compute) {
  copies::upload(queue, device, pinned, count);
  copies::finish(queue);
  scale<<<(count + 255) / 256, 256, 0, compute>>>(device, count);
  cudaStreamSynchronize(compute);
}
