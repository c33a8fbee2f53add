// The memory of a tensor is in order on the stream that was current when it was made.
#include "headers/pytorch.h"

__global__ void sum(const float* values, float* total, int count) {
  for (int i = 0; i < count; ++i) *total += values[i];
}

void sum_of_zeros(float* total, int count) {
  const c10::cuda::CUDAStream side = c10::cuda::getStreamFromPool();
#ifdef ORDERED
  c10::cuda::setCurrentCUDAStream(side);
#endif
  at::Tensor zeros = at::empty(count);
  zeros.zero_();
  sum<<<1, 1, 0, side>>>(zeros.data_ptr<float>(), total, count);  // EXPECT: unordered-stream-access
  side.synchronize();
}
