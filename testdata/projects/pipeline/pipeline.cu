// The class that holds the streams. What it leaves out is the order between them.
#include "pipeline.h"
#include "transfer.h"

Pipeline::Pipeline() {
  cudaStreamCreateWithFlags(&copies_, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&kernels_, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&loaded_, cudaEventDisableTiming);
  cudaMalloc(&data_, transfer::kCount * sizeof(float));
}

Pipeline::~Pipeline() {
  cudaFree(data_);
  cudaEventDestroy(loaded_);
  cudaStreamDestroy(kernels_);
  cudaStreamDestroy(copies_);
}

void Pipeline::load(const float* host) {
  transfer::upload(data_, host, copies_);
  cudaEventRecord(loaded_, copies_);
}

void Pipeline::compute() {
#ifdef ORDERED
  cudaStreamWaitEvent(kernels_, loaded_, 0);
#endif
  transfer::scale(data_, 2.0f, kernels_);
}

void Pipeline::finish() { cudaStreamSynchronize(kernels_); }
