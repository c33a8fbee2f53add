// The hand-over as a function template over the element type and the block size: the event is recorded before the
// kernel that it should cover.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                       \
  if (const cudaError_t status = (call)) {                                \
    std::fprintf(stderr, "%d: %s\n", __LINE__, cudaGetErrorName(status)); \
    std::exit(1);                                                         \
  }

template <typename Element>
__global__ void double_each(Element* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= static_cast<Element>(2);
}

template <typename Element>
__global__ void add_one(Element* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += static_cast<Element>(1);
}

template <typename Element, int kThreads>
int hand_over(Element* input, Element* device, Element* output, int count) {
  const std::size_t bytes = count * sizeof(Element);
  const int blocks = (count + kThreads - 1) / kThreads;
  cudaStream_t first;
  cudaStream_t second;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  cudaEvent_t ready;
  CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));

  CHECK(cudaMemcpyAsync(device, input, bytes, cudaMemcpyHostToDevice, first));
#ifndef ORDERED
  CHECK(cudaEventRecord(ready, first));  // EXPECT: event-recorded-early
#endif
  double_each<Element><<<blocks, kThreads, 0, first>>>(device, count);
  CHECK(cudaGetLastError());
#ifdef ORDERED
  CHECK(cudaEventRecord(ready, first));
#endif

  CHECK(cudaStreamWaitEvent(second, ready, 0));
  add_one<Element><<<blocks, kThreads, 0, second>>>(device, count);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(output, device, bytes, cudaMemcpyDeviceToHost, second));

  CHECK(cudaStreamSynchronize(second));
  int mismatches = 0;
  for (int i = 0; i < count; ++i) {
    if (output[i] != static_cast<Element>(2 * i + 1)) ++mismatches;
  }
  return mismatches;
}

template <typename Element>
int run(int count) {
  const std::size_t bytes = count * sizeof(Element);
  Element* input = nullptr;
  Element* output = nullptr;
  Element* device = nullptr;
  CHECK(cudaMallocHost(&input, bytes));
  CHECK(cudaMallocHost(&output, bytes));
  CHECK(cudaMalloc(&device, bytes));
  for (int i = 0; i < count; ++i) input[i] = static_cast<Element>(i);
  const int mismatches = hand_over<Element, 256>(input, device, output, count);
  CHECK(cudaFree(device));
  CHECK(cudaFreeHost(output));
  CHECK(cudaFreeHost(input));
  return mismatches;
}

int main() { return run<float>(4096) == 0 && run<int>(4096) == 0 ? 0 : 2; }
