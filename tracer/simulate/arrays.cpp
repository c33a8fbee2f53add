// Makes and ends arrays.
#include "tracer/simulate/arrays.h"

#include "tracer/simulate/process.h"

namespace cudep::simulate {

cudaArray_t make_array(const cudaChannelFormatDesc& format, cudaExtent extent, unsigned flags) {
  const int bits = format.x + format.y + format.z + format.w;
  auto* const array =
      new Array{.format = format, .extent = extent, .flags = flags, .element = static_cast<std::size_t>(bits) / 8};
  const std::size_t bytes = array->pitch() * array->rows() * array->slices();
  array->data = static_cast<std::byte*>(process().memory.allocate(bytes, MemoryKind::Array, current_device(), flags));
  if (array->data != nullptr) return reinterpret_cast<cudaArray_t>(array);
  delete array;
  return nullptr;
}

void end_array(cudaArray_t array) {
  Array* const ended = &array_of(array);
  process().memory.release(ended->data, {MemoryKind::Array});
  delete ended;
}

}  // namespace cudep::simulate
