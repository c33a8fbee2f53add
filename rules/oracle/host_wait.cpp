// One function for each direction, named as the tables name them.
#include "rules/oracle/host_wait.h"

#include <optional>

namespace cudep::oracle {
namespace {

using model::AccessKind;
using model::MemoryKind;
using model::SourceOrder;

bool on_host(MemoryKind kind) { return kind == MemoryKind::Pinned || kind == MemoryKind::Pageable; }
bool on_device(MemoryKind kind) { return kind == MemoryKind::Device || kind == MemoryKind::Pool; }

std::optional<MemoryKind> operand(const model::Operation& operation, bool read,
                                  const std::vector<model::Buffer>& buffers) {
  for (const model::Access& access : operation.accesses)
    if ((access.kind == AccessKind::Read) == read) return buffers[index(access.buffer)].kind;
  return std::nullopt;
}

HostWait synchronous_copy(MemoryKind from, MemoryKind to) {
  // Managed operands: promised to be synchronous up to 11.0, now silent, but measured.
  if (from == MemoryKind::Managed || to == MemoryKind::Managed) return {.complete = Order::Seen};
  if (on_host(to)) return {.complete = Order::Doc};                    // D2H, H2H: complete, wherever the source is
  if (on_device(from) && on_device(to)) return {};                     // D2D: the host does not wait
  if (from == MemoryKind::Pinned) return {.complete = Order::Doc};     // H2D, H2H
  if (from != MemoryKind::Pageable) return {.complete = Order::Open};  // one operand may be host or device memory
  // H2D from pageable memory: the stream is synchronized, then the source staged; the rest may still be under way, but
  // not when the destination turns out to be host memory.
  return {
      .complete = on_device(to) ? Order::None : Order::Open, .source_read = Order::Doc, .read_in_stream_order = true};
}

// "Might be synchronous" where memory is pageable: measured. Nothing is promised but for H2H.
// CUmemcpySrcAccessOrder says of a batch when it reads its sources: until the call returns, or long after.
HostWait asynchronous_copy(MemoryKind from, MemoryKind to, SourceOrder order) {
  if (on_host(from) && on_host(to)) return {.complete = Order::Doc};
  if (order == SourceOrder::DuringCall) return {.source_read = Order::Doc};
  if (order == SourceOrder::AnyTime && from == MemoryKind::Pageable) return {};
  if (to == MemoryKind::Pageable) return {.complete = Order::Seen};
  if (from == MemoryKind::Pageable) return {.source_read = Order::Seen};
  return {};
}

// cudaMemset waits for host memory only; that it waits for managed memory too was measured.
HostWait synchronous_memset(MemoryKind to) {
  if (on_device(to)) return {};
  if (to == MemoryKind::Managed) return {.complete = Order::Seen};
  return {.complete = to == MemoryKind::Pinned ? Order::Doc : Order::Open};
}

}  // namespace

HostWait host_wait(const model::Operation& operation, const std::vector<model::Buffer>& buffers) {
  const MemoryKind to = operand(operation, false, buffers).value_or(MemoryKind::Unknown);
  if (operation.verb == model::Verb::Memset) return operation.synchronous ? synchronous_memset(to) : HostWait{};
  if (operation.verb != model::Verb::Copy) return {};
  const MemoryKind from = operand(operation, true, buffers).value_or(MemoryKind::Unknown);
  return operation.synchronous ? synchronous_copy(from, to) : asynchronous_copy(from, to, operation.source_order);
}

}  // namespace cudep::oracle
