// The hand-over between two streams as a function in a header: the consumer waits for an event that was recorded before
// the producer's work.
#pragma once
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                \
  do {                                                                             \
    if (cudaError_t status = (call); status != cudaSuccess) {                      \
      std::fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                \
    }                                                                              \
  } while (0)

__global__ void twice(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= 2.0f;
}

__global__ void increment(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] += 1.0f;
}

struct Lanes {
  cudaStream_t load = nullptr;
  cudaStream_t work = nullptr;
  cudaEvent_t loaded = nullptr;
  cudaEvent_t entered = nullptr;
};

inline Lanes make_lanes() {
  Lanes lanes;
  CHECK(cudaStreamCreateWithFlags(&lanes.load, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&lanes.work, cudaStreamNonBlocking));
  CHECK(cudaEventCreateWithFlags(&lanes.loaded, cudaEventDisableTiming));
  CHECK(cudaEventCreateWithFlags(&lanes.entered, cudaEventDisableTiming));
  return lanes;
}

inline int hand_over(const Lanes& lanes, float* source, float* data, float* result, int count) {
  const std::size_t bytes = count * sizeof(float);
  const int blocks = (count + 255) / 256;
  CHECK(cudaEventRecord(lanes.entered, lanes.load));
  CHECK(cudaMemcpyAsync(data, source, bytes, cudaMemcpyHostToDevice, lanes.load));
  twice<<<blocks, 256, 0, lanes.load>>>(data, count);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(lanes.loaded, lanes.load));

#ifdef ORDERED
  CHECK(cudaStreamWaitEvent(lanes.work, lanes.loaded, 0));
#else
  CHECK(cudaStreamWaitEvent(lanes.work, lanes.entered, 0));
#endif
  increment<<<blocks, 256, 0, lanes.work>>>(data, count);  // EXPECT: unordered-stream-access
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(result, data, bytes, cudaMemcpyDeviceToHost, lanes.work));

  CHECK(cudaStreamSynchronize(lanes.work));
  int mismatches = 0;
  for (int i = 0; i < count; ++i) {
    if (result[i] != 2.0f * static_cast<float>(i) + 1.0f) ++mismatches;
  }
  return mismatches;
}
