// Copies and memsets: done at the call, or when the graph runs that captures them.
#include "tracer/record/decode_copies.h"
#include "tracer/simulate/copies.h"
#include "tracer/simulate/copy_parameters.h"
#include "tracer/simulate/symbols.h"
#include "tracer/simulate/traced_call.h"

namespace cudep::simulate {
namespace {

enum class Pace : std::uint8_t { Synchronous, Asynchronous };

struct Where {
  Pace pace;
  cudaStream_t stream;
  bool per_thread;
};

constexpr Where on(cudaStream_t stream, bool per_thread) { return {Pace::Asynchronous, stream, per_thread}; }
constexpr Where at_once(bool per_thread) { return {Pace::Synchronous, nullptr, per_thread}; }

/// The driver call that the runtime makes of a copy of one row.
format::CallId linear_copy(cudaMemcpyKind kind, Pace pace) {
  const bool waits = pace == Pace::Synchronous;
  switch (kind) {
    case cudaMemcpyHostToDevice:
      return waits ? call_id("cuMemcpyHtoD") : call_id("cuMemcpyHtoDAsync");
    case cudaMemcpyDeviceToHost:
      return waits ? call_id("cuMemcpyDtoH") : call_id("cuMemcpyDtoHAsync");
    case cudaMemcpyDeviceToDevice:
      return waits ? call_id("cuMemcpyDtoD") : call_id("cuMemcpyDtoDAsync");
    default:
      return waits ? call_id("cuMemcpy") : call_id("cuMemcpyAsync");
  }
}

record::CopySide side(const void* address) { return {record::Call::number(address)}; }

cudaError_t submit(Where where, const CopyOfRows& rows) {
  const cudaError_t error =
      process().streams.submit(where.stream, where.per_thread, cudaGraphNodeTypeMemcpy, [rows] { perform(rows); });
  if (where.pace == Pace::Synchronous) process().streams.synchronized();
  return error;
}

cudaError_t copy(format::CallId id, Where where, void* destination, const void* source, std::size_t bytes) {
  TracedCall call(id, When::Before, where.per_thread);
  if (bytes == 0) return cudaSuccess;
  if (destination == nullptr || source == nullptr) return keep_error(cudaErrorInvalidValue);
  const CopyOfRows rows{.destination = static_cast<std::byte*>(destination),
                        .source = static_cast<const std::byte*>(source),
                        .width = bytes};
  return call.end(submit(where, rows), [&](record::Call& entry) {
    record::write_copy(entry, where.stream, false,
                       {.destination = side(destination), .source = side(source), .width = bytes});
  });
}

cudaError_t copy(Where where, void* destination, const void* source, std::size_t bytes, cudaMemcpyKind kind) {
  return copy(linear_copy(kind, where.pace), where, destination, source, bytes);
}

cudaError_t copy_rows(format::CallId id, Where where, const CopyParameters& said) {
  TracedCall call(id, When::Before, where.per_thread);
  if (said.rows.destination == nullptr || said.rows.source == nullptr) return keep_error(cudaErrorInvalidValue);
  return call.end(submit(where, said.rows),
                  [&](record::Call& entry) { record::write_copy(entry, where.stream, false, shape_of(said)); });
}

cudaError_t copy_rows(Where where, const CopyOfRows& rows) {
  const bool waits = where.pace == Pace::Synchronous;
  return copy_rows(waits ? call_id("cuMemcpy2DUnaligned") : call_id("cuMemcpy2DAsync"), where, {.rows = rows});
}

cudaError_t copy_slices(Where where, const CopyParameters& said) {
  const bool waits = where.pace == Pace::Synchronous;
  return copy_rows(waits ? call_id("cuMemcpy3D") : call_id("cuMemcpy3DAsync"), where, said);
}

CopyOfRows plain_rows(void* destination, std::size_t destination_pitch, const void* source, std::size_t source_pitch,
                      std::size_t width, std::size_t height) {
  return {.destination = static_cast<std::byte*>(destination),
          .source = static_cast<const std::byte*>(source),
          .width = width,
          .height = height,
          .destination_pitch = destination_pitch,
          .source_pitch = source_pitch};
}

cudaError_t copy_to_symbol(Where where, const void* shadow, const void* source, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind) {
  const auto symbol = find_symbol(shadow);
  if (!symbol) return keep_error(cudaErrorInvalidSymbol);
  return copy(where, static_cast<std::byte*>(symbol->address) + offset, source, bytes, kind);
}

cudaError_t copy_from_symbol(Where where, void* destination, const void* shadow, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind) {
  const auto symbol = find_symbol(shadow);
  if (!symbol) return keep_error(cudaErrorInvalidSymbol);
  return copy(where, destination, static_cast<const std::byte*>(symbol->address) + offset, bytes, kind);
}

cudaError_t set(format::CallId id, Where where, const SetOfRows& rows) {
  TracedCall call(id, When::Before, where.per_thread);
  if (rows.width == 0 || rows.height == 0) return cudaSuccess;
  if (rows.destination == nullptr) return keep_error(cudaErrorInvalidValue);
  const cudaError_t error =
      process().streams.submit(where.stream, where.per_thread, cudaGraphNodeTypeMemset, [rows] { perform(rows); });
  return call.end(error, [&](record::Call& entry) {
    record::write_memset(entry, where.stream, false, record::Call::number(rows.destination), rows.width * rows.element,
                         {.height = rows.height * rows.depth, .pitch = rows.pitch});
  });
}

cudaError_t set_bytes(Where where, void* destination, int value, std::size_t bytes) {
  const bool waits = where.pace == Pace::Synchronous;
  return set(waits ? call_id("cuMemsetD8") : call_id("cuMemsetD8Async"), where,
             {.destination = static_cast<std::byte*>(destination),
              .value = static_cast<std::uint32_t>(value),
              .width = bytes});
}

cudaError_t set_rows(Where where, cudaPitchedPtr target, int value, cudaExtent extent) {
  const bool waits = where.pace == Pace::Synchronous;
  return set(waits ? call_id("cuMemsetD2D8") : call_id("cuMemsetD2D8Async"), where,
             {.destination = static_cast<std::byte*>(target.ptr),
              .value = static_cast<std::uint32_t>(value),
              .width = extent.width,
              .height = extent.height,
              .depth = extent.depth,
              .pitch = target.pitch,
              .rows = target.ysize});
}

}  // namespace

CUDEP_STREAM_CALL(cudaMemcpy, _ptds, (void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind),
                  { return copy(at_once(per_thread), to, from, bytes, kind); })

CUDEP_STREAM_CALL(cudaMemcpyAsync, _ptsz,
                  (void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream),
                  { return copy(on(stream, per_thread), to, from, bytes, kind); })

extern "C" cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, std::size_t bytes) {
  return copy(call_id("cuMemcpyPeer"), at_once(false), to, from, bytes);
}

extern "C" cudaError_t cudaMemcpyPeerAsync(void* to, int, const void* from, int, std::size_t bytes,
                                           cudaStream_t stream) {
  return copy(call_id("cuMemcpyPeerAsync"), on(stream, false), to, from, bytes);
}

CUDEP_STREAM_CALL(cudaMemcpy2D, _ptds,
                  (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                   std::size_t height, cudaMemcpyKind),
                  { return copy_rows(at_once(per_thread), plain_rows(to, to_pitch, from, from_pitch, width, height)); })

CUDEP_STREAM_CALL(cudaMemcpy2DAsync, _ptsz,
                  (void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                   std::size_t height, cudaMemcpyKind, cudaStream_t stream),
                  {
                    return copy_rows(on(stream, per_thread), plain_rows(to, to_pitch, from, from_pitch, width, height));
                  })

CUDEP_STREAM_CALL(cudaMemcpy3D, _ptds, (const cudaMemcpy3DParms* said),
                  { return copy_slices(at_once(per_thread), parameters_of(*said)); })

CUDEP_STREAM_CALL(cudaMemcpy3DAsync, _ptsz, (const cudaMemcpy3DParms* said, cudaStream_t stream),
                  { return copy_slices(on(stream, per_thread), parameters_of(*said)); })

CUDEP_STREAM_CALL(cudaMemcpy2DToArray, _ptds,
                  (cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch, std::size_t width,
                   std::size_t height, cudaMemcpyKind),
                  { return copy_slices(at_once(per_thread), into_array(to, x, y, from, pitch, width, height)); })

CUDEP_STREAM_CALL(cudaMemcpy2DToArrayAsync, _ptsz,
                  (cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch, std::size_t width,
                   std::size_t height, cudaMemcpyKind, cudaStream_t stream),
                  { return copy_slices(on(stream, per_thread), into_array(to, x, y, from, pitch, width, height)); })

CUDEP_STREAM_CALL(cudaMemcpy2DFromArray, _ptds,
                  (void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t width,
                   std::size_t height, cudaMemcpyKind),
                  { return copy_slices(at_once(per_thread), out_of_array(to, pitch, from, x, y, width, height)); })

CUDEP_STREAM_CALL(cudaMemcpy2DFromArrayAsync, _ptsz,
                  (void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x, std::size_t y, std::size_t width,
                   std::size_t height, cudaMemcpyKind, cudaStream_t stream),
                  { return copy_slices(on(stream, per_thread), out_of_array(to, pitch, from, x, y, width, height)); })

CUDEP_STREAM_CALL(cudaMemcpyToSymbol, _ptds,
                  (const void* symbol, const void* from, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind),
                  { return copy_to_symbol(at_once(per_thread), symbol, from, bytes, offset, kind); })

CUDEP_STREAM_CALL(cudaMemcpyToSymbolAsync, _ptsz,
                  (const void* symbol, const void* from, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                   cudaStream_t stream),
                  { return copy_to_symbol(on(stream, per_thread), symbol, from, bytes, offset, kind); })

CUDEP_STREAM_CALL(cudaMemcpyFromSymbol, _ptds,
                  (void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind),
                  { return copy_from_symbol(at_once(per_thread), to, symbol, bytes, offset, kind); })

CUDEP_STREAM_CALL(cudaMemcpyFromSymbolAsync, _ptsz,
                  (void* to, const void* symbol, std::size_t bytes, std::size_t offset, cudaMemcpyKind kind,
                   cudaStream_t stream),
                  { return copy_from_symbol(on(stream, per_thread), to, symbol, bytes, offset, kind); })

CUDEP_STREAM_CALL(cudaMemset, _ptds, (void* to, int value, std::size_t bytes),
                  { return set_bytes(at_once(per_thread), to, value, bytes); })

CUDEP_STREAM_CALL(cudaMemsetAsync, _ptsz, (void* to, int value, std::size_t bytes, cudaStream_t stream),
                  { return set_bytes(on(stream, per_thread), to, value, bytes); })

CUDEP_STREAM_CALL(cudaMemset2D, _ptds, (void* to, std::size_t pitch, int value, std::size_t width, std::size_t height),
                  { return set_rows(at_once(per_thread), {to, pitch, width, height}, value, {width, height, 1}); })

CUDEP_STREAM_CALL(cudaMemset2DAsync, _ptsz,
                  (void* to, std::size_t pitch, int value, std::size_t width, std::size_t height, cudaStream_t stream),
                  { return set_rows(on(stream, per_thread), {to, pitch, width, height}, value, {width, height, 1}); })

CUDEP_STREAM_CALL(cudaMemset3D, _ptds, (cudaPitchedPtr to, int value, cudaExtent extent),
                  { return set_rows(at_once(per_thread), to, value, extent); })

CUDEP_STREAM_CALL(cudaMemset3DAsync, _ptsz, (cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream),
                  { return set_rows(on(stream, per_thread), to, value, extent); })

}  // namespace cudep::simulate
