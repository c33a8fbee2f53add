// Writes copies and memsets.
#include "tracer/record/decode_copies.h"

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

/// Row lengths are in elements of one byte unless an array takes part, of which the size is not known here.
CopySide operand_side(const CUmemcpy3DOperand& operand) noexcept {
  if (operand.type == CU_MEMCPY_OPERAND_TYPE_ARRAY) return {Call::number(operand.op.array.array), true};
  return {operand.op.ptr.ptr, false, operand.op.ptr.rowLength, operand.op.ptr.layerHeight};
}

}  // namespace

CopyShape batch_shape(const CUDA_MEMCPY3D_BATCH_OP& copy) noexcept {
  return {.destination = operand_side(copy.dst),
          .source = operand_side(copy.src),
          .width = copy.extent.width,
          .height = copy.extent.height,
          .depth = copy.extent.depth,
          .flags = static_cast<std::uint8_t>(source_order(copy.srcAccessOrder) | format::kBatch)};
}

}  // namespace cudep::record
