// The memory of a device_vector, written by a kernel on a non-blocking stream, is summed by Thrust on the default
// stream. CUDEP-NEEDS: thrust/device_vector.h
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>

__global__ void fill(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = 1;
}

int main() {
  constexpr int kCount = 1 << 16;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  float total = 0;
  {
    thrust::device_vector<float> values(kCount);
    fill<<<kCount / 256, 256, 0, stream>>>(thrust::raw_pointer_cast(values.data()), kCount);
#ifdef ORDERED
    cudaStreamSynchronize(stream);
#endif
    total = thrust::reduce(values.begin(), values.end());  // EXPECT: unordered-stream-access
  }
  cudaStreamDestroy(stream);
  return total == kCount ? 0 : 1;
}
