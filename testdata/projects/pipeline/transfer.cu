// The wrapper: knows streams, but not who shares what.
#include "transfer.h"

namespace transfer {
namespace {

__global__ void scale_kernel(float* data, float factor, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] *= factor;
}

}  // namespace

void upload(float* device, const float* host, cudaStream_t stream) {
  cudaMemcpyAsync(device, host, kCount * sizeof(float), cudaMemcpyHostToDevice, stream);
}

void scale(float* device, float factor, cudaStream_t stream) {
  scale_kernel<<<kCount / 256, 256, 0, stream>>>(device, factor, kCount);  // EXPECT: unordered-stream-access
}

}  // namespace transfer
