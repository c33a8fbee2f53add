// Streams are handed about as cuda::stream_ref, and the second kernel gets another one than the first.
// CUDEP-NEEDS: cuda/stream_ref
#include <cuda_runtime.h>

#include <cuda/stream_ref>

__global__ void scale(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= 2;
}

void submit(cuda::stream_ref stream, float* values, int count) {
  scale<<<(count + 255) / 256, 256, 0, stream.get()>>>(values, count);  // EXPECT: unordered-stream-access
}

int main() {
  constexpr int kCount = 1 << 16;
  float* values = nullptr;
  cudaMalloc(&values, kCount * sizeof(float));
  cudaStream_t first = nullptr, second = nullptr;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  const cuda::stream_ref before(first), after(second);
  submit(before, values, kCount);
#ifdef ORDERED
  before.wait();
#endif
  submit(after, values, kCount);
  after.wait();
  cudaFree(values);
}
