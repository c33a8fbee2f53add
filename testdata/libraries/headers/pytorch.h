// As much of PyTorch's interface as the programs here use.
#pragma once
#include <cuda_runtime.h>

#include <cstdint>

namespace c10::cuda {

class CUDAStream {
 public:
  cudaStream_t stream() const;
  operator cudaStream_t() const;
  void synchronize() const;

 private:
  std::int64_t id_;
  std::int8_t device_;
};

CUDAStream getCurrentCUDAStream(std::int8_t device = -1);
CUDAStream getStreamFromPool(bool high_priority = false, std::int8_t device = -1);
void setCurrentCUDAStream(CUDAStream stream);

class CUDAStreamGuard {
 public:
  explicit CUDAStreamGuard(CUDAStream stream);
  ~CUDAStreamGuard();

 private:
  CUDAStream original_;
};

}  // namespace c10::cuda

namespace at {

class Tensor {
 public:
  template <typename T>
  T* data_ptr() const;
  std::int64_t numel() const;
  Tensor& zero_();

 private:
  void* storage_;
};

Tensor empty(std::int64_t count);

namespace cuda {

using c10::cuda::CUDAStream;
using c10::cuda::getCurrentCUDAStream;

class CUDAEvent {
 public:
  CUDAEvent();
  ~CUDAEvent();
  void record();
  void record(const CUDAStream& stream);
  void block(const CUDAStream& stream);

 private:
  cudaEvent_t event_;
};

}  // namespace cuda
}  // namespace at
