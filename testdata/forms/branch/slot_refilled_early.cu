// The hand-over behind a condition on the command line: a slot is refilled when it has been filled, not when it has
// been drained.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int kCount = 4096;
constexpr int kBlocks = (kCount + 255) / 256;
constexpr std::size_t kBytes = kCount * sizeof(float);
constexpr int kBatches = 5;

#define TRY(call) \
  if ((call) != cudaSuccess) return 1

__global__ void double_each(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= 2.0f;
}

__global__ void add_one(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += 1.0f;
}

struct Slot {
  float* data = nullptr;
  cudaEvent_t filled;
  cudaEvent_t drained;
};

int main(int argc, char**) {
  float* input = nullptr;
  float* output = nullptr;
  TRY(cudaMallocHost(&input, kBatches * kBytes));
  TRY(cudaMallocHost(&output, kBatches * kBytes));
  for (int i = 0; i < kBatches * kCount; ++i) input[i] = static_cast<float>(i);
  cudaStream_t load;
  cudaStream_t work;
  TRY(cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking));
  TRY(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
  Slot slots[2];
  for (Slot& slot : slots) {
    TRY(cudaMalloc(&slot.data, kBytes));
    TRY(cudaEventCreateWithFlags(&slot.filled, cudaEventDisableTiming));
    TRY(cudaEventCreateWithFlags(&slot.drained, cudaEventDisableTiming));
  }

  if (argc > 1) {
    for (int batch = 0; batch < kBatches; ++batch) {
      Slot& slot = slots[batch % 2];
      const float* in = input + batch * kCount;
      float* out = output + batch * kCount;
#ifdef ORDERED
      TRY(cudaStreamWaitEvent(load, slot.drained, 0));
#else
      TRY(cudaStreamWaitEvent(load, slot.filled, 0));
#endif
      TRY(cudaMemcpyAsync(slot.data, in, kBytes, cudaMemcpyHostToDevice, load));  // EXPECT: unordered-stream-access
      double_each<<<kBlocks, 256, 0, load>>>(slot.data, kCount);
      TRY(cudaGetLastError());
      TRY(cudaEventRecord(slot.filled, load));

      TRY(cudaStreamWaitEvent(work, slot.filled, 0));
      add_one<<<kBlocks, 256, 0, work>>>(slot.data, kCount);
      TRY(cudaGetLastError());
      TRY(cudaMemcpyAsync(out, slot.data, kBytes, cudaMemcpyDeviceToHost, work));
      TRY(cudaEventRecord(slot.drained, work));
    }
    TRY(cudaStreamSynchronize(work));
  }

  TRY(cudaStreamDestroy(work));
  TRY(cudaStreamDestroy(load));
  TRY(cudaFreeHost(output));
  TRY(cudaFreeHost(input));
  return 0;
}
// CUDEP-RUN-ARGS: full
