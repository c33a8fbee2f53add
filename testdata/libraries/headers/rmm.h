// As much of RMM's interface as the programs here use.
#pragma once
#include <cuda_runtime.h>

#include <cstddef>

namespace rmm {

class cuda_stream_view {
 public:
  cuda_stream_view(cudaStream_t stream);
  cudaStream_t value() const;
  void synchronize() const;

 private:
  cudaStream_t stream_{};
};

class cuda_stream {
 public:
  cuda_stream();
  ~cuda_stream();
  cudaStream_t value() const;
  cuda_stream_view view() const;
  void synchronize() const;

 private:
  void* stream_;
};

template <typename T>
class device_uvector {
 public:
  device_uvector(std::size_t size, cuda_stream_view stream);
  ~device_uvector();
  T* data();

 private:
  void* storage_;
  std::size_t size_;
  cuda_stream_view stream_;
};

class cuda_stream_pool {
 public:
  cuda_stream_view get_stream() const;
};

namespace mr {

class device_memory_resource {
 public:
  void* allocate(std::size_t bytes, cuda_stream_view stream);
  void deallocate(void* ptr, std::size_t bytes, cuda_stream_view stream);
};

}  // namespace mr
}  // namespace rmm
