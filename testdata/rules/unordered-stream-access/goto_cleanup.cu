// Errors leave through a label that cleans up; the consumer lacks its wait.
#include "../program.h"

int main() {
  float* data = nullptr;
  cudaStream_t producer = nullptr;
  cudaStream_t consumer = nullptr;
  cudaEvent_t filled = nullptr;
  int result = 1;
  if (cudaMalloc(&data, kBytes) != cudaSuccess) goto cleanup;
  if (cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking) != cudaSuccess) goto cleanup;
  if (cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking) != cudaSuccess) goto cleanup;
  if (cudaEventCreateWithFlags(&filled, cudaEventDisableTiming) != cudaSuccess) goto cleanup;
  fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
  if (cudaEventRecord(filled, producer) != cudaSuccess) goto cleanup;
#ifdef ORDERED
  if (cudaStreamWaitEvent(consumer, filled) != cudaSuccess) goto cleanup;
#endif
  add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
  if (cudaDeviceSynchronize() != cudaSuccess) goto cleanup;
  result = 0;
cleanup:
  if (filled) cudaEventDestroy(filled);
  if (consumer) cudaStreamDestroy(consumer);
  if (producer) cudaStreamDestroy(producer);
  if (data) cudaFree(data);
  return result;
}
