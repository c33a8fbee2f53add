// stream_contract.cu without the wait: the consumer may start before the producer has finished.
// Prints `elements=N mismatches=M`. Exit code: 0 right, 1 a CUDA call failed, 2 the output is wrong.
// -DORDERED puts the order back.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#ifndef COUNT
#define COUNT 4096
#endif

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t status = (call);                                                     \
    if (status != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (0)

__global__ void double_each(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = 2.0f * values[i];
}

__global__ void add_one(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] = values[i] + 1.0f;
}

int main() {
  const int count = COUNT;
  const std::size_t bytes = count * sizeof(float);
  const int threads = 256;
  const int blocks = (count + threads - 1) / threads;

  float* input = nullptr;
  float* output = nullptr;
  float* device = nullptr;
  CHECK(cudaMallocHost(&input, bytes));
  CHECK(cudaMallocHost(&output, bytes));
  CHECK(cudaMalloc(&device, bytes));
  for (int i = 0; i < count; ++i) {
    input[i] = static_cast<float>(i);
    output[i] = -1.0f;
  }

  cudaStream_t producer;
  cudaStream_t consumer;
  cudaEvent_t filled;
  CHECK(cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking));
  CHECK(cudaEventCreateWithFlags(&filled, cudaEventDisableTiming));

  CHECK(cudaMemcpyAsync(device, input, bytes, cudaMemcpyHostToDevice, producer));
  double_each<<<blocks, threads, 0, producer>>>(device, count);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(filled, producer));

#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(consumer, filled, 0));
#endif
  add_one<<<blocks, threads, 0, consumer>>>(device, count);  // EXPECT: unordered-stream-access
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(output, device, bytes, cudaMemcpyDeviceToHost, consumer));

  CHECK(cudaStreamSynchronize(consumer));
  int mismatches = 0;
  for (int i = 0; i < count; ++i) {
    if (output[i] != 2.0f * static_cast<float>(i) + 1.0f) ++mismatches;
  }
  std::printf("elements=%d mismatches=%d\n", count, mismatches);

  CHECK(cudaEventDestroy(filled));
  CHECK(cudaStreamDestroy(consumer));
  CHECK(cudaStreamDestroy(producer));
  CHECK(cudaFree(device));
  CHECK(cudaFreeHost(output));
  CHECK(cudaFreeHost(input));
  return mismatches == 0 ? 0 : 2;
}
