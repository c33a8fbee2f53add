// A kernel template applies a functor that holds the pointers it reads.
#include "../../rules/program.h"

struct Multiply {
  const float* factors;
  __device__ float operator()(int i, float value) const { return value * factors[i]; }
};

template <class Function>
__global__ void transform(float* data, int count, Function function) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    data[i] = function(i, data[i]);
}

int main() {
  float* data = device_buffer();
  float* factors = device_buffer();
  cudaStream_t load = non_blocking_stream();
  cudaStream_t work = non_blocking_stream();
  cudaEvent_t loaded = untimed_event();
  fill<<<kBlocks, kThreads, 0, load>>>(factors, kCount, 2.0f);
  CHECK(cudaEventRecord(loaded, load));
#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(work, loaded));
#endif
  transform<<<32, kThreads, 0, work>>>(data, kCount, Multiply{factors});  // EXPECT: unordered-stream-access
  CHECK(cudaDeviceSynchronize());
  return 0;
}
