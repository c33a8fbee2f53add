// A library function that is given its streams, events and buffers (host memory is pinned): the event is recorded
// before the kernel that it should cover.
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

cudaError_t double_and_add_one(cudaStream_t producer, cudaStream_t consumer, cudaEvent_t filled, const float* input,
                               float* device, float* output, int count, float* total) {
  const std::size_t bytes = count * sizeof(float);
  const int blocks = (count + 255) / 256;
  TRY(cudaMemcpyAsync(device, input, bytes, cudaMemcpyHostToDevice, producer));
#ifndef ORDERED
  TRY(cudaEventRecord(filled, producer));  // EXPECT: event-recorded-early
#endif
  double_each<<<blocks, 256, 0, producer>>>(device, count);
  TRY(cudaGetLastError());
#ifdef ORDERED
  TRY(cudaEventRecord(filled, producer));
#endif

  TRY(cudaStreamWaitEvent(consumer, filled, 0));
  add_one<<<blocks, 256, 0, consumer>>>(device, count);
  TRY(cudaGetLastError());
  TRY(cudaMemcpyAsync(output, device, bytes, cudaMemcpyDeviceToHost, consumer));

  TRY(cudaStreamSynchronize(consumer));
  float sum = 0.0f;
  for (int i = 0; i < count; ++i) sum += output[i];
  *total = sum;
  return cudaSuccess;
}
