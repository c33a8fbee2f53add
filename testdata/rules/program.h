// What the programs in the folders beside it share: a check of CUDA calls, buffers, streams and four kernels. The
// programs leave freeing to the end of the process unless freeing is what they are about.
#pragma once
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call) check((call), __LINE__)

inline void check(cudaError_t status, int line) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "line %d: %s\n", line, cudaGetErrorString(status));
  std::exit(1);
}

constexpr int kCount = 1 << 16;
constexpr std::size_t kBytes = kCount * sizeof(float);
constexpr int kThreads = 256;
constexpr int kBlocks = kCount / kThreads;

__global__ void fill(float* out, int count, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = value;
}

__global__ void add(float* values, int count, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += value;
}

__global__ void copy(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

__global__ void sum(const float* in, int count, float* total) {
  float partial = 0.0f;
  for (int i = threadIdx.x; i < count; i += blockDim.x) partial += in[i];
  atomicAdd(total, partial);
}

inline float* device_buffer(std::size_t bytes = kBytes) {
  float* buffer = nullptr;
  CHECK(cudaMalloc(&buffer, bytes));
  return buffer;
}

inline float* pinned_buffer(std::size_t bytes = kBytes) {
  float* buffer = nullptr;
  CHECK(cudaMallocHost(&buffer, bytes));
  return buffer;
}

inline cudaStream_t blocking_stream() {
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  return stream;
}

inline cudaStream_t non_blocking_stream() {
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  return stream;
}

inline cudaEvent_t untimed_event() {
  cudaEvent_t event = nullptr;
  CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  return event;
}
