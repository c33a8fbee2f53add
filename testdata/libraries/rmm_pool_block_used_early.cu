// A block of a pool is in order on the stream that it was allocated on.
#include <cuda_runtime.h>

#include "headers/rmm.h"

__global__ void fill(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = 1;
}

void fill_block(rmm::mr::device_memory_resource& pool, rmm::cuda_stream_pool& streams) {
  constexpr int kCount = 1 << 16;
  const rmm::cuda_stream_view allocate = streams.get_stream();
#ifdef ORDERED
  const rmm::cuda_stream_view compute = allocate;
#else
  const rmm::cuda_stream_view compute = streams.get_stream();
#endif
  auto* values = static_cast<float*>(pool.allocate(kCount * sizeof(float), allocate));
  fill<<<kCount / 256, 256, 0, compute.value()>>>(values, kCount);  // EXPECT: unordered-stream-access
  compute.synchronize();
  pool.deallocate(values, kCount * sizeof(float), allocate);
}
