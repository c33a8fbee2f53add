// A library function that is given its streams, events and buffers (host memory is pinned): the input is refilled while
// the copy may still read it.
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

cudaError_t double_and_add_one(cudaStream_t producer, cudaStream_t consumer, cudaEvent_t filled, float* input,
                               float* device, float* output, int count, float* total) {
  const std::size_t bytes = count * sizeof(float);
  const int blocks = (count + 255) / 256;
  TRY(cudaMemcpyAsync(device, input, bytes, cudaMemcpyHostToDevice, producer));
  double_each<<<blocks, 256, 0, producer>>>(device, count);
  TRY(cudaGetLastError());
  TRY(cudaEventRecord(filled, producer));

  TRY(cudaStreamWaitEvent(consumer, filled, 0));
  add_one<<<blocks, 256, 0, consumer>>>(device, count);
  TRY(cudaGetLastError());
  TRY(cudaMemcpyAsync(output, device, bytes, cudaMemcpyDeviceToHost, consumer));

#ifndef ORDERED
  for (int i = 0; i < count; ++i) input[i] = 0.0f;  // EXPECT: host-write-in-flight
#endif
  TRY(cudaStreamSynchronize(consumer));
#ifdef ORDERED
  for (int i = 0; i < count; ++i) input[i] = 0.0f;
#endif
  float sum = 0.0f;
  for (int i = 0; i < count; ++i) sum += output[i];
  *total = sum;
  return cudaSuccess;
}
