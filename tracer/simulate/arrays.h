// CUDA arrays: rows of elements in memory of the host.
#pragma once
#include <cuda_runtime_api.h>

#include <cstddef>

namespace cudep::simulate {

/// A cudaArray_t.
struct Array {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};  // elements; 0 where a dimension is not used
  unsigned flags = 0;
  std::size_t element = 0;  // bytes
  std::byte* data = nullptr;

  [[nodiscard]] std::size_t pitch() const { return extent.width * element; }
  [[nodiscard]] std::size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
  [[nodiscard]] std::size_t slices() const { return extent.depth == 0 ? 1 : extent.depth; }
};

/// Null when there is no memory.
cudaArray_t make_array(const cudaChannelFormatDesc& format, cudaExtent extent, unsigned flags);
void end_array(cudaArray_t array);
inline Array& array_of(cudaArray_const_t array) { return *reinterpret_cast<Array*>(const_cast<cudaArray_t>(array)); }

}  // namespace cudep::simulate
