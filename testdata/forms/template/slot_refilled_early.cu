// The hand-over as a function template over the element type and the block size: a slot is refilled when it has been
// filled, not when it has been drained.
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

template <typename Element>
struct Slot {
  Element* data = nullptr;
  cudaEvent_t filled;
  cudaEvent_t drained;
};

template <typename Element, int kThreads>
void hand_over(Slot<Element>* slots, const Element* input, Element* output, int batches, int count) {
  const std::size_t bytes = count * sizeof(Element);
  const int blocks = (count + kThreads - 1) / kThreads;
  cudaStream_t first;
  cudaStream_t second;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));

  for (int batch = 0; batch < batches; ++batch) {
    Slot<Element>& slot = slots[batch % 2];
    const Element* in = input + batch * count;
    Element* out = output + batch * count;
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(first, slot.drained, 0));
#else
    CHECK(cudaStreamWaitEvent(first, slot.filled, 0));
#endif
    CHECK(cudaMemcpyAsync(slot.data, in, bytes, cudaMemcpyHostToDevice, first));  // EXPECT: unordered-stream-access
    double_each<Element><<<blocks, kThreads, 0, first>>>(slot.data, count);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(slot.filled, first));

    CHECK(cudaStreamWaitEvent(second, slot.filled, 0));
    add_one<Element><<<blocks, kThreads, 0, second>>>(slot.data, count);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(out, slot.data, bytes, cudaMemcpyDeviceToHost, second));
    CHECK(cudaEventRecord(slot.drained, second));
  }
  CHECK(cudaStreamSynchronize(second));
}

template <typename Element>
int run(int count) {
  const int batches = 5;
  const std::size_t bytes = batches * count * sizeof(Element);
  Element* input = nullptr;
  Element* output = nullptr;
  CHECK(cudaMallocHost(&input, bytes));
  CHECK(cudaMallocHost(&output, bytes));
  Slot<Element> slots[2];
  for (Slot<Element>& slot : slots) {
    CHECK(cudaMalloc(&slot.data, count * sizeof(Element)));
    CHECK(cudaEventCreateWithFlags(&slot.filled, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&slot.drained, cudaEventDisableTiming));
  }
  for (int i = 0; i < batches * count; ++i) input[i] = static_cast<Element>(i);
  hand_over<Element, 256>(slots, input, output, batches, count);
  CHECK(cudaFreeHost(output));
  CHECK(cudaFreeHost(input));
  return 0;
}

int main() { return run<float>(4096) == 0 && run<int>(4096) == 0 ? 0 : 2; }
