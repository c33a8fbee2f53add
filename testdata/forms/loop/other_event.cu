// The hand-over in a loop whose count is known only at run time: the consumer waits for an event that was recorded
// before the producer's work.
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

int main(int argc, char** argv) {
  const int laps = argc > 1 ? std::atoi(argv[1]) : 3;
  float* input = nullptr;
  float* output = nullptr;
  float* device = nullptr;
  require(cudaMallocHost(&input, kBytes));
  require(cudaMallocHost(&output, kBytes));
  require(cudaMalloc(&device, kBytes));
  for (int i = 0; i < kCount; ++i) input[i] = static_cast<float>(i);
  cudaStream_t load;
  cudaStream_t work;
  require(cudaStreamCreateWithFlags(&load, cudaStreamNonBlocking));
  require(cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking));
  cudaEvent_t loaded;
  require(cudaEventCreateWithFlags(&loaded, cudaEventDisableTiming));
  cudaEvent_t begun;
  require(cudaEventCreateWithFlags(&begun, cudaEventDisableTiming));
  int mismatches = 0;

  for (int lap = 0; lap < laps; ++lap) {
    require(cudaEventRecord(begun, load));
    require(cudaMemcpyAsync(device, input, kBytes, cudaMemcpyHostToDevice, load));
    double_each<<<kBlocks, 256, 0, load>>>(device, kCount);
    require(cudaGetLastError());
    require(cudaEventRecord(loaded, load));

#ifdef ORDERED
    require(cudaStreamWaitEvent(work, loaded, 0));
#else
    require(cudaStreamWaitEvent(work, begun, 0));
#endif
    add_one<<<kBlocks, 256, 0, work>>>(device, kCount);  // EXPECT: unordered-stream-access
    require(cudaGetLastError());
    require(cudaMemcpyAsync(output, device, kBytes, cudaMemcpyDeviceToHost, work));

    require(cudaStreamSynchronize(work));
    for (int i = 0; i < kCount; ++i) {
      if (output[i] != 2.0f * static_cast<float>(i) + 1.0f) ++mismatches;
    }
  }

  require(cudaStreamDestroy(work));
  require(cudaStreamDestroy(load));
  require(cudaFree(device));
  require(cudaFreeHost(output));
  require(cudaFreeHost(input));
  return mismatches == 0 ? 0 : 2;
}
