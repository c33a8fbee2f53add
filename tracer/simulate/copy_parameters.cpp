// Offsets and pitches of both sides of a copy.
#include "tracer/simulate/copy_parameters.h"

#include <algorithm>

#include "tracer/simulate/arrays.h"

namespace cudep::simulate {
namespace {

struct Side {
  std::byte* begin = nullptr;
  std::size_t pitch = 0;
  std::size_t rows = 0;
};

Side side_of(cudaArray_const_t handle, const cudaPitchedPtr& pitched, const cudaPos& position) {
  if (handle == nullptr) {
    const std::size_t row = position.z * pitched.ysize + position.y;
    return {static_cast<std::byte*>(pitched.ptr) + row * pitched.pitch + position.x, pitched.pitch, pitched.ysize};
  }
  const Array& array = array_of(handle);
  const std::size_t row = position.z * array.rows() + position.y;
  return {array.data + row * array.pitch() + position.x * array.element, array.pitch(), array.rows()};
}

record::CopySide written(cudaArray_const_t array, const std::byte* begin, std::size_t pitch, std::size_t rows) {
  if (array != nullptr) return {.address = record::Call::number(array), .is_array = true};
  return {.address = record::Call::number(begin), .is_array = false, .pitch = pitch, .rows = rows};
}

}  // namespace

CopyParameters parameters_of(const cudaMemcpy3DParms& said) {
  const Side to = side_of(said.dstArray, said.dstPtr, said.dstPos);
  const Side from = side_of(said.srcArray, said.srcPtr, said.srcPos);
  const cudaArray_const_t array = said.dstArray != nullptr ? said.dstArray : said.srcArray;
  const std::size_t element = array != nullptr ? array_of(array).element : 1;
  return {.rows = {.destination = to.begin,
                   .source = from.begin,
                   .width = said.extent.width * element,
                   .height = std::max<std::size_t>(said.extent.height, 1),
                   .depth = std::max<std::size_t>(said.extent.depth, 1),
                   .destination_pitch = to.pitch,
                   .destination_rows = to.rows,
                   .source_pitch = from.pitch,
                   .source_rows = from.rows},
          .destination = said.dstArray,
          .source = said.srcArray};
}

CopyParameters into_array(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                          std::size_t width, std::size_t height) {
  const Array& array = array_of(to);
  return {.rows = {.destination = array.data + y * array.pitch() + x,
                   .source = static_cast<const std::byte*>(from),
                   .width = width,
                   .height = height,
                   .destination_pitch = array.pitch(),
                   .source_pitch = pitch},
          .destination = to};
}

CopyParameters out_of_array(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y,
                            std::size_t width, std::size_t height) {
  const Array& array = array_of(from);
  return {.rows = {.destination = static_cast<std::byte*>(to),
                   .source = array.data + y * array.pitch() + x,
                   .width = width,
                   .height = height,
                   .destination_pitch = pitch,
                   .source_pitch = array.pitch()},
          .source = from};
}

record::CopyShape shape_of(const CopyParameters& said) {
  const CopyOfRows& rows = said.rows;
  return {.destination = written(said.destination, rows.destination, rows.destination_pitch, rows.destination_rows),
          .source = written(said.source, rows.source, rows.source_pitch, rows.source_rows),
          .width = rows.width,
          .height = rows.height,
          .depth = rows.depth};
}

}  // namespace cudep::simulate
