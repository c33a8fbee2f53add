// Batches whose number is known only at run time: a slot is refilled when it has been filled, not when it has been
// drained.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int kCount = 4096;
constexpr int kBlocks = (kCount + 255) / 256;
constexpr std::size_t kBytes = kCount * sizeof(float);

void require(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}

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

int main(int argc, char** argv) {
  const int batches = argc > 1 ? std::atoi(argv[1]) : 6;
  float* input = nullptr;
  float* output = nullptr;
  require(cudaMallocHost(&input, batches * kBytes));
  require(cudaMallocHost(&output, batches * kBytes));
  for (int i = 0; i < batches * kCount; ++i) input[i] = static_cast<float>(i);
  cudaStream_t load;
  cudaStream_t work;
  require(cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking));
  require(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
  Slot slots[2];
  for (Slot& slot : slots) {
    require(cudaMalloc(&slot.data, kBytes));
    require(cudaEventCreateWithFlags(&slot.filled, cudaEventDisableTiming));
    require(cudaEventCreateWithFlags(&slot.drained, cudaEventDisableTiming));
  }

  for (int batch = 0; batch < batches; ++batch) {
    Slot& slot = slots[batch % 2];
    const float* in = input + batch * kCount;
    float* out = output + batch * kCount;
#ifdef ORDERED
    require(cudaStreamWaitEvent(load, slot.drained, 0));
#else
    require(cudaStreamWaitEvent(load, slot.filled, 0));
#endif
    require(cudaMemcpyAsync(slot.data, in, kBytes, cudaMemcpyHostToDevice, load));  // EXPECT: unordered-stream-access
    double_each<<<kBlocks, 256, 0, load>>>(slot.data, kCount);
    require(cudaGetLastError());
    require(cudaEventRecord(slot.filled, load));

    require(cudaStreamWaitEvent(work, slot.filled, 0));
    add_one<<<kBlocks, 256, 0, work>>>(slot.data, kCount);
    require(cudaGetLastError());
    require(cudaMemcpyAsync(out, slot.data, kBytes, cudaMemcpyDeviceToHost, work));
    require(cudaEventRecord(slot.drained, work));
  }
  require(cudaStreamSynchronize(work));

  require(cudaStreamDestroy(work));
  require(cudaStreamDestroy(load));
  require(cudaFreeHost(output));
  require(cudaFreeHost(input));
  return 0;
}
