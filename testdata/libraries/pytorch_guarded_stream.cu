// An operator of PyTorch moves to a stream of the pool, which does not wait for what ran on the current one.
#include "headers/pytorch.h"

__global__ void scale(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= 2;
}

void scale_twice(const at::Tensor& values) {
  const int count = static_cast<int>(values.numel());
  const c10::cuda::CUDAStream side = c10::cuda::getStreamFromPool();
  scale<<<(count + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(values.data_ptr<float>(), count);
#ifdef ORDERED
  at::cuda::CUDAEvent scaled;
  scaled.record();
  scaled.block(side);
#endif
  {
    const c10::cuda::CUDAStreamGuard guard(side);
    scale<<<(count + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(  // EXPECT: unordered-stream-access
        values.data_ptr<float>(), count);
  }
  side.synchronize();
  scale<<<(count + 255) / 256, 256, 0, at::cuda::getCurrentCUDAStream()>>>(values.data_ptr<float>(), count);
}
