// The hand-over between two streams as a function in a header: a slot is refilled when it has been filled, not when it
// has been drained.
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

struct Slot {
  float* data = nullptr;
  cudaEvent_t filled;
  cudaEvent_t drained;
};

struct Lanes {
  cudaStream_t load = nullptr;
  cudaStream_t work = nullptr;
  Slot slots[2];
};

inline Lanes make_lanes(std::size_t slot_bytes) {
  Lanes lanes;
  CHECK(cudaStreamCreateWithFlags(&lanes.load, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&lanes.work, cudaStreamNonBlocking));
  for (Slot& slot : lanes.slots) {
    CHECK(cudaMalloc(&slot.data, slot_bytes));
    CHECK(cudaEventCreateWithFlags(&slot.filled, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&slot.drained, cudaEventDisableTiming));
  }
  return lanes;
}

inline void hand_over(Lanes& lanes, const float* source, float* result, int batches, int count) {
  const std::size_t bytes = count * sizeof(float);
  const int blocks = (count + 255) / 256;
  for (int batch = 0; batch < batches; ++batch) {
    Slot& slot = lanes.slots[batch % 2];
    const float* in = source + batch * count;
    float* out = result + batch * count;
#ifdef ORDERED
    CHECK(cudaStreamWaitEvent(lanes.load, slot.drained, 0));
#else
    CHECK(cudaStreamWaitEvent(lanes.load, slot.filled, 0));
#endif
    CHECK(
        cudaMemcpyAsync(slot.data, in, bytes, cudaMemcpyHostToDevice, lanes.load));  // EXPECT: unordered-stream-access
    twice<<<blocks, 256, 0, lanes.load>>>(slot.data, count);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(slot.filled, lanes.load));

    CHECK(cudaStreamWaitEvent(lanes.work, slot.filled, 0));
    increment<<<blocks, 256, 0, lanes.work>>>(slot.data, count);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(out, slot.data, bytes, cudaMemcpyDeviceToHost, lanes.work));
    CHECK(cudaEventRecord(slot.drained, lanes.work));
  }
  CHECK(cudaStreamSynchronize(lanes.work));
}
