// What each kind of call entry says.
#include "tracer/format/decode.h"

namespace cudep::format {
namespace {

Launch launch_of(Bytes entry) {
  const auto said = copied<LaunchEntry>(entry);
  Launch launch{.grid = {said.grid_x, said.grid_y, said.grid_z},
                .block = {said.block_x, said.block_y, said.block_z},
                .shared_bytes = said.shared_bytes,
                .cooperative = (said.flags & kCooperative) != 0,
                .programmatic = (said.flags & kProgrammatic) != 0};
  const Bytes arguments = after(entry, sizeof(LaunchEntry));
  launch.arguments.assign(arguments.begin(), arguments.end());
  return launch;
}

SourceOrder source_order(std::uint8_t flags) {
  if ((flags & kSourceDuringCall) != 0) return SourceOrder::DuringCall;
  return (flags & kSourceAnyTime) != 0 ? SourceOrder::AnyTime : SourceOrder::Stream;
}

Copy copy_of(Bytes entry) {
  const auto said = copied<CopyEntry>(entry);
  const std::uint8_t flags = said.common.header.flags;
  Copy copy{.destination = said.destination,
            .source = said.source,
            .bytes = said.bytes,
            .destination_is_array = (flags & kDestinationArray) != 0,
            .source_is_array = (flags & kSourceArray) != 0,
            .source_order = source_order(flags),
            .batch = (flags & kBatch) != 0};
  if (entry.size() >= sizeof(CopyEntry) + sizeof(CopyShape)) {
    copy.shape = copied<CopyShape>(after(entry, sizeof(CopyEntry)));
  }
  return copy;
}

Memset memset_of(Bytes entry) {
  const auto said = copied<MemsetEntry>(entry);
  Memset memset{.destination = said.destination, .width = said.width};
  if (entry.size() >= sizeof(MemsetEntry) + sizeof(MemsetShape)) {
    const auto shape = copied<MemsetShape>(after(entry, sizeof(MemsetEntry)));
    memset.height = shape.height;
    memset.pitch = shape.pitch;
  }
  return memset;
}

Memory memory_of(Bytes entry) {
  const auto said = copied<MemoryEntry>(entry);
  return {.address = said.address, .bytes = said.bytes, .flags = said.flags, .device = said.device};
}

Alias alias_of(Bytes entry) {
  const auto said = copied<AliasEntry>(entry);
  return {.host_address = said.host_address, .device_address = said.device_address};
}

HostFunction host_function_of(Bytes entry) {
  const auto said = copied<HostFunctionEntry>(entry);
  return {.function = said.function, .user_data = said.user_data};
}

HostAccess host_access_of(Bytes entry) {
  const auto said = copied<HostAccessEntry>(entry);
  return {.address = said.address, .program_counter = said.program_counter, .is_write = said.is_write != 0};
}

std::size_t bytes_of(EntryKind kind) {
  switch (kind) {
    case EntryKind::Launch:
      return sizeof(LaunchEntry);
    case EntryKind::Copy:
      return sizeof(CopyEntry);
    case EntryKind::Memset:
      return sizeof(MemsetEntry);
    case EntryKind::Memory:
      return sizeof(MemoryEntry);
    case EntryKind::Alias:
      return sizeof(AliasEntry);
    case EntryKind::Event:
      return sizeof(EventEntry);
    case EntryKind::HostFunction:
      return sizeof(HostFunctionEntry);
    case EntryKind::Graph:
      return sizeof(GraphEntry);
    case EntryKind::Stream:
      return sizeof(StreamEntry);
    case EntryKind::HostAccess:
      return sizeof(HostAccessEntry);
    default:
      return sizeof(CallEntry);
  }
}

PendingCall common_of(Bytes entry) {
  const auto said = copied<CallEntry>(entry);
  PendingCall pending;
  pending.call = {.sequence = said.sequence,
                  .time = said.time,
                  .context = said.context,
                  .id = said.header.call,
                  .result = said.header.result,
                  .per_thread_default = (said.header.flags & kPerThreadDefault) != 0};
  pending.has_stream = (said.header.flags & kHasStream) != 0;
  pending.stream = said.stream;
  pending.stack = said.stack;
  return pending;
}

void decode_event(Bytes entry, PendingCall& pending) {
  const auto said = copied<EventEntry>(entry);
  pending.call.detail = EventUse{.flags = said.flags};
  pending.event = said.event;
  pending.second_event = said.second_event;
  pending.flags = said.flags;
}

void decode_graph(Bytes entry, PendingCall& pending) {
  const auto said = copied<GraphEntry>(entry);
  pending.call.detail = GraphUse{.flags = said.flags};
  pending.graph = said.graph;
  pending.executable = said.executable;
}

void decode_stream(Bytes entry, PendingCall& pending) {
  const auto said = copied<StreamEntry>(entry);
  pending.flags = said.flags;
  pending.priority = said.priority;
}

}  // namespace

std::optional<PendingCall> decode_call(EntryKind kind, Bytes entry) {
  if (entry.size() < bytes_of(kind)) return std::nullopt;
  PendingCall pending = common_of(entry);
  switch (kind) {
    case EntryKind::Launch:
      pending.call.detail = launch_of(entry);
      pending.kernel = copied<LaunchEntry>(entry).kernel;
      break;
    case EntryKind::Copy:
      pending.call.detail = copy_of(entry);
      break;
    case EntryKind::Memset:
      pending.call.detail = memset_of(entry);
      break;
    case EntryKind::Memory:
      pending.call.detail = memory_of(entry);
      break;
    case EntryKind::Alias:
      pending.call.detail = alias_of(entry);
      break;
    case EntryKind::HostFunction:
      pending.call.detail = host_function_of(entry);
      break;
    case EntryKind::HostAccess:
      pending.call.detail = host_access_of(entry);
      break;
    case EntryKind::Event:
      decode_event(entry, pending);
      break;
    case EntryKind::Graph:
      decode_graph(entry, pending);
      break;
    case EntryKind::Stream:
      decode_stream(entry, pending);
      break;
    default:
      break;
  }
  return pending;
}

}  // namespace cudep::format
