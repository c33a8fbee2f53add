// batches.cu with the refill guarded by the producer's own event: nothing makes it wait for the copy out of the slot.
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

struct Slot {
  float* data = nullptr;
  cudaEvent_t filled;
  cudaEvent_t drained;
};

int main() {
  const int count = COUNT;
  const int batches = 6;
  const std::size_t bytes = count * sizeof(float);
  const int threads = 256;
  const int blocks = (count + threads - 1) / threads;

  float* input = nullptr;
  float* output = nullptr;
  CHECK(cudaMallocHost(&input, batches * bytes));
  CHECK(cudaMallocHost(&output, batches * bytes));
  for (int i = 0; i < batches * count; ++i) {
    input[i] = static_cast<float>(i);
    output[i] = -1.0f;
  }

  cudaStream_t producer;
  cudaStream_t consumer;
  CHECK(cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking));
  Slot slots[2];
  for (Slot& slot : slots) {
    CHECK(cudaMalloc(&slot.data, bytes));
    CHECK(cudaEventCreateWithFlags(&slot.filled, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&slot.drained, cudaEventDisableTiming));
  }

  for (int batch = 0; batch < batches; ++batch) {
    Slot& slot = slots[batch % 2];
    const float* in = input + batch * count;
    float* out = output + batch * count;
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(producer, slot.drained, 0));
#endif
    CHECK(cudaStreamWaitEvent(producer, slot.filled, 0));
    CHECK(cudaMemcpyAsync(slot.data, in, bytes, cudaMemcpyHostToDevice, producer));  // EXPECT: unordered-stream-access
    double_each<<<blocks, threads, 0, producer>>>(slot.data, count);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(slot.filled, producer));

    CHECK(cudaStreamWaitEvent(consumer, slot.filled, 0));
    add_one<<<blocks, threads, 0, consumer>>>(slot.data, count);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(out, slot.data, bytes, cudaMemcpyDeviceToHost, consumer));
    CHECK(cudaEventRecord(slot.drained, consumer));
  }

  CHECK(cudaStreamSynchronize(consumer));
  int mismatches = 0;
  for (int i = 0; i < batches * count; ++i) {
    if (output[i] != 2.0f * static_cast<float>(i) + 1.0f) ++mismatches;
  }
  std::printf("elements=%d mismatches=%d\n", batches * count, mismatches);

  for (Slot& slot : slots) {
    CHECK(cudaEventDestroy(slot.drained));
    CHECK(cudaEventDestroy(slot.filled));
    CHECK(cudaFree(slot.data));
  }
  CHECK(cudaStreamDestroy(consumer));
  CHECK(cudaStreamDestroy(producer));
  CHECK(cudaFreeHost(output));
  CHECK(cudaFreeHost(input));
  return mismatches == 0 ? 0 : 2;
}
