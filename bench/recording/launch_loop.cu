// Launch, record, wait, over and over: what recording costs where nothing but calls takes time.
// Prints nanoseconds a lap. Usage: launch_loop [laps]
#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

__global__ void nothing(float* values, int count) {
  if (count < 0) values[0] = 1.0f;
}

int main(int count, char** words) {
  const int laps = count > 1 ? std::atoi(words[1]) : 100000;
  float* values = nullptr;
  cudaStream_t first, second;
  cudaEvent_t event;
  cudaMalloc(&values, 4096);
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  nothing<<<1, 32, 0, first>>>(values, 1);
  cudaDeviceSynchronize();
  const auto begin = std::chrono::steady_clock::now();
  for (int lap = 0; lap < laps; ++lap) {
    nothing<<<1, 32, 0, first>>>(values, 1);
    cudaEventRecord(event, first);
    cudaStreamWaitEvent(second, event, 0);
  }
  const auto end = std::chrono::steady_clock::now();
  const cudaError_t status = cudaDeviceSynchronize();
  std::printf("%.1f\n", std::chrono::duration<double, std::nano>(end - begin).count() / laps);
  return status == cudaSuccess ? 0 : 1;
}
