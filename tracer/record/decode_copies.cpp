// Writes copies and memsets.
#include "tracer/record/decode_copies.h"

#include <algorithm>
#include <cstring>

namespace cudep::record {

void write_copy(Call& call, CUstream stream, bool is_node, const CopyShape& shape) noexcept {
  const bool has_rows = shape.height > 1 || shape.depth > 1;
  const std::size_t trail = has_rows ? sizeof(format::CopyShape) : 0;
  auto* const entry = is_node ? call.begin<format::CopyEntry>(format::EntryKind::Copy, trail)
                              : call.begin_on<format::CopyEntry>(stream, format::EntryKind::Copy, trail);
  if (entry == nullptr) return;
  entry->common.header.flags |= shape.flags;
  if (shape.destination.is_array) entry->common.header.flags |= format::kDestinationArray;
  if (shape.source.is_array) entry->common.header.flags |= format::kSourceArray;
  entry->destination = shape.destination.address;
  entry->source = shape.source.address;
  entry->bytes = shape.width * shape.height * shape.depth;
  if (has_rows) {
    const format::CopyShape rows{.width = shape.width,
                                 .height = shape.height,
                                 .depth = shape.depth,
                                 .destination_pitch = shape.destination.pitch,
                                 .destination_rows = shape.destination.rows,
                                 .source_pitch = shape.source.pitch,
                                 .source_rows = shape.source.rows};
    std::memcpy(format::ChunkWriter::trail_of(entry), &rows, sizeof(rows));
  }
  call.commit();
}

void write_memset(Call& call, CUstream stream, bool is_node, std::uint64_t destination, std::uint64_t width,
                  format::MemsetShape rows) noexcept {
  const std::size_t trail = rows.height > 1 ? sizeof(rows) : 0;
  auto* const entry = is_node ? call.begin<format::MemsetEntry>(format::EntryKind::Memset, trail)
                              : call.begin_on<format::MemsetEntry>(stream, format::EntryKind::Memset, trail);
  if (entry == nullptr) return;
  entry->destination = destination;
  entry->width = width;
  if (trail != 0) std::memcpy(format::ChunkWriter::trail_of(entry), &rows, sizeof(rows));
  call.commit();
}

std::uint8_t source_order(CUmemcpySrcAccessOrder order) noexcept {
  if (order == CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL) return format::kSourceDuringCall;
  return order == CU_MEMCPY_SRC_ACCESS_ORDER_ANY ? format::kSourceAnyTime : 0;
}

namespace {

/// Bytes of an element: lengths are in those of the array that takes part, or else in bytes (driver API reference,
/// cuMemcpy3DBatchAsync).
std::uint64_t element_bytes(const CUmemcpy3DOperand& operand, const Driver& driver) noexcept {
  CUDA_ARRAY3D_DESCRIPTOR array{};
  if (operand.type != CU_MEMCPY_OPERAND_TYPE_ARRAY || driver.array_descriptor == nullptr ||
      driver.array_descriptor(&array, operand.op.array.array) != CUDA_SUCCESS) {
    return 1;
  }
  switch (array.Format) {
    case CU_AD_FORMAT_UNSIGNED_INT8:
    case CU_AD_FORMAT_SIGNED_INT8:
      return array.NumChannels;
    case CU_AD_FORMAT_UNSIGNED_INT16:
    case CU_AD_FORMAT_SIGNED_INT16:
    case CU_AD_FORMAT_HALF:
      return std::uint64_t{2} * array.NumChannels;
    case CU_AD_FORMAT_UNSIGNED_INT32:
    case CU_AD_FORMAT_SIGNED_INT32:
    case CU_AD_FORMAT_FLOAT:
      return std::uint64_t{4} * array.NumChannels;
    default:
      return 1;  // a block or a plane, which is more: too small an extent finds less
  }
}

/// A length of 0 means that rows or layers lie behind one another without a gap (ibidem).
CopySide operand_side(const CUmemcpy3DOperand& operand, const CUextent3D& extent, std::uint64_t element) noexcept {
  if (operand.type == CU_MEMCPY_OPERAND_TYPE_ARRAY) return {Call::number(operand.op.array.array), true};
  const auto& pointer = operand.op.ptr;
  return {pointer.ptr, false, element * (pointer.rowLength != 0 ? pointer.rowLength : extent.width),
          pointer.layerHeight != 0 ? pointer.layerHeight : extent.height};
}

}  // namespace

CopyShape batch_shape(const CUDA_MEMCPY3D_BATCH_OP& copy, const Driver& driver) noexcept {
  const std::uint64_t element = std::max(element_bytes(copy.src, driver), element_bytes(copy.dst, driver));
  return {.destination = operand_side(copy.dst, copy.extent, element),
          .source = operand_side(copy.src, copy.extent, element),
          .width = element * copy.extent.width,
          .height = copy.extent.height,
          .depth = copy.extent.depth,
          .flags = static_cast<std::uint8_t>(source_order(copy.srcAccessOrder) | format::kBatch)};
}

}  // namespace cudep::record
