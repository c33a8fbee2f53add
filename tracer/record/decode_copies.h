// Copies and memsets.
#pragma once
#include "tracer/record/call.h"

namespace cudep::record {

/// One side of a copy: an address, or an array and where in it is not said.
struct CopySide {
  std::uint64_t address = 0;
  bool is_array = false;
  std::uint64_t pitch = 0;
  std::uint64_t rows = 0;
};

struct CopyShape {
  CopySide destination;
  CopySide source;
  std::uint64_t width = 0;  // bytes
  std::uint64_t height = 1;
  std::uint64_t depth = 1;
  std::uint8_t flags = 0;
};

/// Writes a copy on `stream`; with `is_node`, the copy that a graph node makes.
void write_copy(Call& call, CUstream stream, bool is_node, const CopyShape& shape) noexcept;
void write_memset(Call& call, CUstream stream, bool is_node, std::uint64_t destination, std::uint64_t width,
                  format::MemsetShape rows) noexcept;
std::uint8_t source_order(CUmemcpySrcAccessOrder order) noexcept;
CopyShape batch_shape(const CUDA_MEMCPY3D_BATCH_OP& copy, const Driver& driver) noexcept;

template <class Parameters>
CopySide destination_of(const Parameters& parameters) {
  if constexpr (requires { parameters.dstDevice; }) return {Call::number(parameters.dstDevice)};
  if constexpr (requires { parameters.dstHost; }) return {Call::number(parameters.dstHost)};
  if constexpr (requires { parameters.dst; }) return {Call::number(parameters.dst)};
  if constexpr (requires { parameters.dstArray; }) return {Call::number(parameters.dstArray), true};
}

template <class Parameters>
CopySide source_of(const Parameters& parameters) {
  if constexpr (requires { parameters.srcDevice; }) return {Call::number(parameters.srcDevice)};
  if constexpr (requires { parameters.srcHost; }) return {Call::number(parameters.srcHost)};
  if constexpr (requires { parameters.src; }) return {Call::number(parameters.src)};
  if constexpr (requires { parameters.srcArray; }) return {Call::number(parameters.srcArray), true};
}

/// A copy of one row.
template <class Parameters>
void copy(Call& call, const Parameters& parameters) {
  write_copy(
      call, stream_of(parameters), false,
      {.destination = destination_of(parameters), .source = source_of(parameters), .width = parameters.ByteCount});
}

/// `base + (z * rows + y) * pitch + x`, as the driver's reference on cuMemcpy2D and cuMemcpy3D has it.
inline CopySide copy_side(CUmemorytype type, const void* host, CUdeviceptr device, CUarray array, std::uint64_t pitch,
                          std::uint64_t rows, std::uint64_t offset) {
  if (type == CU_MEMORYTYPE_ARRAY) return {Call::number(array), true};
  const std::uint64_t base = type == CU_MEMORYTYPE_HOST ? Call::number(host) : device;
  return {base + offset, false, pitch, rows};
}

/// The parameters of cuMemcpy2D, cuMemcpy3D and cuMemcpy3DPeer: one set of names.
template <class Parameters>
CopyShape rows_shape(const Parameters& said) {
  CopyShape shape{.width = said.WidthInBytes, .height = said.Height};
  std::uint64_t source_rows = 0, destination_rows = 0, source_y = said.srcY, destination_y = said.dstY;
  if constexpr (requires { said.Depth; }) {
    shape.depth = said.Depth;
    source_rows = said.srcHeight;
    destination_rows = said.dstHeight;
    source_y += said.srcZ * said.srcHeight;
    destination_y += said.dstZ * said.dstHeight;
  }
  shape.source = copy_side(said.srcMemoryType, said.srcHost, said.srcDevice, said.srcArray, said.srcPitch, source_rows,
                           source_y * said.srcPitch + said.srcXInBytes);
  shape.destination = copy_side(said.dstMemoryType, said.dstHost, said.dstDevice, said.dstArray, said.dstPitch,
                                destination_rows, destination_y * said.dstPitch + said.dstXInBytes);
  return shape;
}

template <class Parameters>
void copy_rows(Call& call, const Parameters& parameters) {
  if (parameters.pCopy == nullptr) return;
  write_copy(call, stream_of(parameters), false, rows_shape(*parameters.pCopy));
}

template <class Parameters>
void copy_batch(Call& call, const Parameters& parameters) {
  std::size_t attribute = 0;
  for (std::size_t i = 0; i < parameters.count; ++i) {
    while (attribute + 1 < parameters.numAttrs && parameters.attrsIdxs[attribute + 1] <= i) ++attribute;
    const std::uint8_t order =
        parameters.numAttrs != 0 ? source_order(parameters.attrs[attribute].srcAccessOrder) : std::uint8_t{0};
    write_copy(call, parameters.hStream, false,
               {.destination = {parameters.dsts[i]},
                .source = {parameters.srcs[i]},
                .width = parameters.sizes[i],
                .flags = static_cast<std::uint8_t>(order | format::kBatch)});
  }
}

template <class Parameters>
void copy_rows_batch(Call& call, const Parameters& parameters) {
  for (std::size_t i = 0; i < parameters.numOps; ++i) {
    write_copy(call, parameters.hStream, false, batch_shape(parameters.opList[i], call.recorder.driver));
  }
}

/// Bytes of the element that a memset repeats.
template <class Parameters>
std::uint64_t element_bytes(const Parameters& parameters) {
  if constexpr (requires { parameters.uc; }) return 1;
  if constexpr (requires { parameters.us; }) return 2;
  if constexpr (requires { parameters.ui; }) return 4;
}

template <class Parameters>
void set(Call& call, const Parameters& parameters) {
  write_memset(call, stream_of(parameters), false, parameters.dstDevice, parameters.N * element_bytes(parameters),
               {.height = 1});
}

template <class Parameters>
void set_rows(Call& call, const Parameters& parameters) {
  write_memset(call, stream_of(parameters), false, parameters.dstDevice, parameters.Width * element_bytes(parameters),
               {.height = parameters.Height, .pitch = parameters.dstPitch});
}

}  // namespace cudep::record
