// A buffer that one stream fills and another uses.
#pragma once
#include <cuda_runtime.h>

class Pipeline {
 public:
  Pipeline();
  ~Pipeline();
  void load(const float* host);
  void compute();
  void finish();

 private:
  cudaStream_t copies_ = nullptr;
  cudaStream_t kernels_ = nullptr;
  cudaEvent_t loaded_ = nullptr;
  float* data_ = nullptr;
};
