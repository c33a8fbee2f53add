// Memory of RMM is allocated in the order of one stream and used on another one before that.
#include <cuda_runtime.h>

#include "headers/rmm.h"

__global__ void fill(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = 1;
}

int main() {
  constexpr int kCount = 1 << 16;
  rmm::cuda_stream allocate, compute;
  {
    rmm::device_uvector<float> values(kCount, allocate.view());
#ifdef ORDERED
    allocate.synchronize();
#endif
    fill<<<kCount / 256, 256, 0, compute.value()>>>(values.data(), kCount);  // EXPECT: unordered-stream-access
    compute.synchronize();
  }
}
