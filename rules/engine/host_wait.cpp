// Copies, memsets and frees: which row of the facts says what the host knows when the call returns.
#include "rules/engine/host_wait.h"

namespace cudep::engine {
namespace {

using model::MemoryKind;
using model::Operation;
using model::SourceOrder;
using model::Verb;

enum class Side : std::uint8_t { Device, Pinned, Pageable, Managed, Unknown };

Side side(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::Device:
    case MemoryKind::Pool:
      return Side::Device;
    case MemoryKind::Pinned:
      return Side::Pinned;
    case MemoryKind::Pageable:
      return Side::Pageable;
    case MemoryKind::Managed:
      return Side::Managed;
    case MemoryKind::Unknown:
      return Side::Unknown;
  }
  return Side::Unknown;
}

bool is_host(Side side) { return side == Side::Pinned || side == Side::Pageable; }

/// The side of the memory that the operation reads or writes; `Unknown` when it has no such access.
Side side_of(const Operation& op, bool written, const model::Entities& entities) {
  for (const model::Access& access : op.accesses)
    if ((access.kind != model::AccessKind::Read) == written) return side(entities.buffers[index(access.buffer)].kind);
  return Side::Unknown;
}

HostWaits asynchronous_copy(Side from, Side to, SourceOrder order) {
  if (is_host(from) && is_host(to)) return {.after = Fact::HostCopyCompletes};
  if (order == SourceOrder::DuringCall) return {.staging = Fact::BatchReadsDuringCall};
  if (from == Side::Pageable && order == SourceOrder::AnyTime) return {};
  if (from == Side::Pageable) return {.staging = Fact::AsyncUploadStagesSource};
  if (to == Side::Pageable) return {.after = Fact::AsyncDownloadWaits};
  return {};
}

HostWaits synchronous_copy(Side from, Side to) {
  if (from == Side::Managed || to == Side::Managed) return {.after = Fact::ManagedCopyCompletes};
  if (is_host(from) && is_host(to)) return {.after = Fact::HostCopyCompletes};
  if (is_host(to)) return {.after = Fact::DownloadCompletes};
  if (from == Side::Pinned) return {.after = Fact::PinnedUploadCompletes};
  if (from == Side::Pageable) {
    HostWaits waits{.before = Fact::PageableUploadWaitsForLegacy, .staging = Fact::PageableUploadStagesSource};
    if (to == Side::Unknown) waits.after = Fact::UnknownCopyMayComplete;
    return waits;
  }
  if (from == Side::Device && to == Side::Device) return {};
  return {.after = Fact::UnknownCopyMayComplete};
}

HostWaits synchronous_memset(Side to) {
  if (to == Side::Pinned) return {.after = Fact::PinnedMemsetCompletes};
  if (to == Side::Device) return {};
  return {.after = to == Side::Managed ? Fact::ManagedMemsetCompletes : Fact::UnknownMemsetMayComplete};
}

HostWaits device_free(MemoryKind kind) {
  if (kind == MemoryKind::Device || kind == MemoryKind::Managed) return {.before = Fact::DeviceFreeWaits};
  if (kind == MemoryKind::Unknown) return {.before = Fact::UnknownFreeMayWait};
  return {};
}

}  // namespace

HostWaits host_waits(const Operation& op, const model::Entities& entities) {
  switch (op.verb) {
    case Verb::Copy: {
      const Side from = side_of(op, false, entities);
      const Side to = side_of(op, true, entities);
      return op.synchronous ? synchronous_copy(from, to) : asynchronous_copy(from, to, op.source_order);
    }
    case Verb::Memset:
      return op.synchronous ? synchronous_memset(side_of(op, true, entities)) : HostWaits{};
    case Verb::FreeDevice:
      return op.buffer ? device_free(entities.buffers[index(*op.buffer)].kind) : HostWaits{};
    case Verb::FreePinned:
      return {.after = Fact::PinnedFreeWaits};
    case Verb::Unregister:
      return {.after = Fact::UnregisterWaits};
    case Verb::UnloadModule:
      return {.after = Fact::ModuleUnloadWaits};
    default:
      return {};
  }
}

}  // namespace cudep::engine
