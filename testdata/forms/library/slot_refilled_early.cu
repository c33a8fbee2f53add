// A library function that is given its streams, events and buffers (host memory is pinned): a slot is refilled when it
// has been filled, not when it has been drained.
#include <cuda_runtime.h>

#define TRY(call)                                                          \
  do {                                                                     \
    if (cudaError_t status = (call); status != cudaSuccess) return status; \
  } while (0)

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

cudaError_t double_and_add_one(cudaStream_t producer, cudaStream_t consumer, Slot* slots, const float* input,
                               float* output, int batches, int count) {
  const std::size_t bytes = count * sizeof(float);
  const int blocks = (count + 255) / 256;
  for (int batch = 0; batch < batches; ++batch) {
    Slot& slot = slots[batch % 2];
    const float* in = input + batch * count;
    float* out = output + batch * count;
#ifdef ORDERED
    TRY(cudaStreamWaitEvent(producer, slot.drained, 0));
#else
    TRY(cudaStreamWaitEvent(producer, slot.filled, 0));
#endif
    TRY(cudaMemcpyAsync(slot.data, in, bytes, cudaMemcpyHostToDevice, producer));  // EXPECT: unordered-stream-access
    double_each<<<blocks, 256, 0, producer>>>(slot.data, count);
    TRY(cudaGetLastError());
    TRY(cudaEventRecord(slot.filled, producer));

    TRY(cudaStreamWaitEvent(consumer, slot.filled, 0));
    add_one<<<blocks, 256, 0, consumer>>>(slot.data, count);
    TRY(cudaGetLastError());
    TRY(cudaMemcpyAsync(out, slot.data, bytes, cudaMemcpyDeviceToHost, consumer));
    TRY(cudaEventRecord(slot.drained, consumer));
  }
  TRY(cudaStreamSynchronize(consumer));
  return cudaSuccess;
}
