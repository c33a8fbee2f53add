// The hand-over behind a condition on the command line: the consumer does not wait for the producer.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int kCount = 4096;
constexpr int kBlocks = (kCount + 255) / 256;
constexpr std::size_t kBytes = kCount * sizeof(float);

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

int main(int argc, char**) {
  float* input = nullptr;
  float* output = nullptr;
  float* device = nullptr;
  TRY(cudaMallocHost(&input, kBytes));
  TRY(cudaMallocHost(&output, kBytes));
  TRY(cudaMalloc(&device, kBytes));
  for (int i = 0; i < kCount; ++i) input[i] = static_cast<float>(i);
  cudaStream_t load;
  cudaStream_t work;
  TRY(cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking));
  TRY(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
  cudaEvent_t loaded;
  TRY(cudaEventCreateWithFlags(&loaded, cudaEventDisableTiming));
  int mismatches = 0;

  if (argc > 1) {
    TRY(cudaMemcpyAsync(device, input, kBytes, cudaMemcpyHostToDevice, load));
    double_each<<<kBlocks, 256, 0, load>>>(device, kCount);
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(loaded, load));

#ifdef ORDERED
    TRY(cudaStreamWaitEvent(work, loaded, 0));
#endif
    add_one<<<kBlocks, 256, 0, work>>>(device, kCount);  // EXPECT: unordered-stream-access
    TRY(cudaGetLastError());
    TRY(cudaMemcpyAsync(output, device, kBytes, cudaMemcpyDeviceToHost, work));

    TRY(cudaStreamSynchronize(work));
    for (int i = 0; i < kCount; ++i) {
      if (output[i] != 2.0f * static_cast<float>(i) + 1.0f) ++mismatches;
    }
  }

  TRY(cudaStreamDestroy(work));
  TRY(cudaStreamDestroy(load));
  TRY(cudaFree(device));
  TRY(cudaFreeHost(output));
  TRY(cudaFreeHost(input));
  return mismatches == 0 ? 0 : 2;
}
// CUDEP-RUN-ARGS: full
