// Gradients are reduced over the ranks on a stream for communication that does not wait for the kernel that makes them.
#include <cuda_runtime.h>

#include "headers/nccl.h"

__global__ void gradients_of(float* gradients, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) gradients[i] = static_cast<float>(i);
}

void reduce_gradients(ncclComm_t ranks, int count) {
  float* gradients;
  cudaMalloc(&gradients, count * sizeof(float));
  cudaStream_t compute, communicate;
  cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&communicate, cudaStreamNonBlocking);
  cudaEvent_t made;
  cudaEventCreateWithFlags(&made, cudaEventDisableTiming);

  gradients_of<<<(count + 255) / 256, 256, 0, compute>>>(gradients, count);
  cudaEventRecord(made, compute);
#ifdef ORDERED
  cudaStreamWaitEvent(communicate, made, 0);
#endif
  ncclAllReduce(gradients, gradients, count, ncclFloat, ncclSum, ranks,  // EXPECT: unordered-stream-access
                communicate);
  cudaStreamSynchronize(communicate);
  cudaFree(gradients);
}
