// Errors are exceptions; the work lies in a try block.
#include <stdexcept>
#include <string>

#include "../../rules/program.h"

void verify(cudaError_t status, const char* what) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

int main() {
  try {
    float* data = nullptr;
    cudaStream_t producer, consumer;
    cudaEvent_t filled;
    verify(cudaMalloc(&data, kBytes), "malloc");
    verify(cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking), "stream");
    verify(cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking), "stream");
    verify(cudaEventCreate(&filled), "event");
    fill<<<kBlocks, kThreads, 0, producer>>>(data, kCount, 1.0f);
    verify(cudaGetLastError(), "fill");
    verify(cudaEventRecord(filled, producer), "record");
#ifdef ORDERED
    verify(cudaStreamWaitEvent(consumer, filled), "wait");
#endif
    add<<<kBlocks, kThreads, 0, consumer>>>(data, kCount, 1.0f);  // EXPECT: unordered-stream-access
    verify(cudaDeviceSynchronize(), "synchronize");
    verify(cudaFree(data), "free");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
