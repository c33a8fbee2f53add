// From entries to closed and opened pages.
#include "tracer/record/host_watch.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "tracer/record/recorder.h"
#include "tracer/watch/faults.h"

namespace cudep::record {
namespace {

using format::call_id;
using format::CallEntry;
using format::CallId;
using watch::Closed;

HostWatch* watching = nullptr;  // a signal handler gets no argument
Recorder* recording = nullptr;

constexpr std::uint32_t kReadOnly = 8;  // CU_MEMHOSTREGISTER_READ_ONLY
constexpr std::uint64_t kLegacy = 1;    // CU_STREAM_LEGACY
constexpr std::uint64_t kPerThread = 2;

/// The calls that return before their work is done.
constexpr auto asynchronous_calls = [] {
  std::array<bool, format::kCallNames.size()> answer{};
  std::ranges::transform(format::kCallNames, answer.begin(),
                         [](std::string_view name) { return name.find("Async") != name.npos; });
  return answer;
}();

bool is_asynchronous(CallId id) noexcept {
  const auto position = static_cast<std::size_t>(id);
  return position < asynchronous_calls.size() && asynchronous_calls[position];
}

bool is_any_of(CallId id, std::initializer_list<CallId> ids) noexcept {
  return std::ranges::find(ids, id) != ids.end();
}

/// The handle by which the driver knows the stream of a call.
std::uint64_t handle_of(const CallEntry& entry) noexcept {
  if (entry.stream > kPerThread) return entry.stream;
  const bool is_own =
      entry.stream == kPerThread || (entry.stream == 0 && (entry.header.flags & format::kPerThreadDefault) != 0);
  return is_own ? kPerThread : kLegacy;
}

/// What tells streams apart: each thread has a default stream of its own.
std::uint64_t stream_of(const CallEntry& entry) noexcept {
  const std::uint64_t handle = handle_of(entry);
  return handle == kPerThread ? reinterpret_cast<std::uint64_t>(thread_state()) : handle;
}

void write(ThreadState& thread, const watch::Access& access) noexcept {
  Recorder& recorder = *recording;
  const std::uint64_t sequence = recorder.next_sequence();
  const auto stack =
      recorder.stacks.capture_at(access.program_counter, recorder.file, recorder.modules, thread, sequence);
  if (!stack) return;
  auto* const entry = thread.writer.begin<format::HostAccessEntry>(recorder.file);
  if (entry == nullptr) return;
  entry->common.header.kind = format::EntryKind::HostAccess;
  entry->common.sequence = sequence;
  entry->common.time = now();
  entry->common.stack = *stack;
  entry->address = access.address;
  entry->program_counter = access.program_counter;
  entry->is_write = access.is_write ? 1 : 0;
  thread.writer.commit();
}

/// What the recorder or the driver does is not the program's.
void on_access(const watch::Access& access) noexcept {
  if (recording->stopped.load(std::memory_order_relaxed)) return;
  ThreadState* const thread = thread_state();
  if (thread == nullptr || thread->inside) return;
  thread->inside = true;
  write(*thread, access);
  thread->inside = false;
}

}  // namespace

bool HostWatch::start() noexcept {
  watching = this;
  recording = &recorder_;
  return watch::catch_faults(pages_, on_access);
}

void HostWatch::stop() noexcept {
  pages_.open_all();
  if (watching == this) recorder_.host_watch = nullptr;
}

void HostWatch::before(CallId call, std::uint64_t address) noexcept {
  if (is_any_of(call, {call_id("cuMemFreeHost"), call_id("cuMemHostUnregister"), call_id("cuMemFree")}))
    pages_.remove(address);
  if (is_any_of(call,
                {call_id("cuCtxDestroy"), call_id("cuDevicePrimaryCtxReset"), call_id("cuDevicePrimaryCtxRelease")})) {
    pages_.open_all();
  }
}

void HostWatch::note(ThreadState& thread, const format::EntryHeader& entry) noexcept {
  if (entry.result != CUDA_SUCCESS) return;
  using format::EntryKind;
  thread.alternate_stack.install();
  switch (entry.kind) {
    case EntryKind::Copy:
      return note_copy(reinterpret_cast<const format::CopyEntry&>(entry));
    case EntryKind::Memset:
      return note_memset(reinterpret_cast<const format::MemsetEntry&>(entry));
    case EntryKind::Launch:
      return note_launch(reinterpret_cast<const format::LaunchEntry&>(entry));
    case EntryKind::Memory:
      return note_memory(reinterpret_cast<const format::MemoryEntry&>(entry));
    case EntryKind::Event:
      return note_event(reinterpret_cast<const format::EventEntry&>(entry));
    case EntryKind::Call:
      return note_plain(reinterpret_cast<const CallEntry&>(entry));
    default:
      return;
  }
}

/// Nodes and captured calls submit nothing.
bool HostWatch::is_submitted(const CallEntry& entry) const noexcept {
  if ((entry.header.flags & format::kHasStream) == 0) return false;
  const auto stream = reinterpret_cast<CUstream>(handle_of(entry));  // NOLINT: a handle that the driver knows
  return !recorder_.driver.is_capturing(stream);
}

/// Bytes from the first to the last that a side of a copy uses.
std::uint64_t extent(std::uint64_t bytes, const format::CopyShape& rows, std::uint64_t pitch, std::uint64_t slice) {
  if (rows.width == 0) return bytes;
  const std::uint64_t slices = std::max<std::uint64_t>(rows.depth, 1) - 1;
  const std::uint64_t lines = std::max<std::uint64_t>(rows.height, 1) - 1;
  return (slices * slice + lines) * pitch + rows.width;
}

void HostWatch::note_copy(const format::CopyEntry& entry) noexcept {
  if (!is_asynchronous(entry.common.header.call)) return synchronized({kLegacy, entry.common.sequence});
  if (!is_submitted(entry.common)) return;
  format::CopyShape rows{};
  if (entry.common.header.bytes >= sizeof(entry) + sizeof(rows)) std::memcpy(&rows, &entry + 1, sizeof(rows));
  const std::uint8_t flags = entry.common.header.flags;
  watch::Use use{.group = stream_of(entry.common), .number = entry.common.sequence, .context = entry.common.context};
  watch::keep_catching();
  if ((flags & (format::kSourceArray | format::kSourceDuringCall)) == 0) {
    use.address = entry.source;
    use.bytes = extent(entry.bytes, rows, rows.source_pitch, rows.source_rows);
    use.closed = Closed::ForWriting;
    pages_.close(use);
  }
  if ((flags & format::kDestinationArray) == 0) {
    use.address = entry.destination;
    use.bytes = extent(entry.bytes, rows, rows.destination_pitch, rows.destination_rows);
    use.closed = Closed::Whole;
    pages_.close(use);
  }
}

void HostWatch::note_memset(const format::MemsetEntry& entry) noexcept {
  if (!pages_.holds(entry.destination) || !is_submitted(entry.common)) return;
  format::MemsetShape rows{.height = 1};
  if (entry.common.header.bytes >= sizeof(entry) + sizeof(rows)) std::memcpy(&rows, &entry + 1, sizeof(rows));
  watch::keep_catching();
  pages_.close({.address = entry.destination,
                .bytes = (rows.height - 1) * rows.pitch + entry.width,
                .group = stream_of(entry.common),
                .number = entry.common.sequence,
                .context = entry.common.context});
}

/// Any word of the arguments may be a pointer.
void HostWatch::note_launch(const format::LaunchEntry& entry) noexcept {
  const auto* const arguments = reinterpret_cast<const std::byte*>(&entry + 1);
  const std::size_t bytes = entry.common.header.bytes - sizeof(entry);
  bool may_close = false;
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes; at += sizeof(std::uint64_t)) {
    std::uint64_t address = 0;
    std::memcpy(&address, arguments + at, sizeof(address));
    if (!pages_.holds(address)) continue;
    if (!may_close && !is_submitted(entry.common)) return;
    may_close = true;
    watch::keep_catching();
    pages_.close_block(
        address, {.group = stream_of(entry.common), .number = entry.common.sequence, .context = entry.common.context});
  }
}

void HostWatch::note_memory(const format::MemoryEntry& entry) noexcept {
  const CallId id = entry.common.header.call;
  if (is_any_of(id, {call_id("cuMemAllocHost"), call_id("cuMemHostAlloc")})) {
    pages_.add(entry.address, entry.bytes, watch::Edges::Rounded);
  } else if (id == call_id("cuMemHostRegister") && (entry.flags & kReadOnly) == 0) {
    pages_.add(entry.address, entry.bytes, watch::Edges::WholePages);
  } else if (id == call_id("cuMemAllocManaged")) {
    add_managed(entry.address, entry.bytes);
  }
}

/// The system may refuse to protect pages that it moves between host and device.
void HostWatch::add_managed(std::uint64_t address, std::uint64_t bytes) noexcept {
  if (watch::can_be_closed(address, bytes)) return pages_.add(address, bytes, watch::Edges::Rounded);
  if (leaves_managed_.exchange(true)) return;
  std::fputs("cudep: accesses of host code to managed memory are not watched: the system does not allow it\n", stderr);
}

void HostWatch::note_event(const format::EventEntry& entry) noexcept {
  const CallId id = entry.common.header.call;
  const bool has_stream = (entry.common.header.flags & format::kHasStream) != 0;
  if (has_stream && is_any_of(id, {call_id("cuEventRecord"), call_id("cuEventRecordWithFlags")})) {
    covered_.record(entry.event, {stream_of(entry.common), entry.common.sequence});
  } else if (id == call_id("cuStreamWaitEvent")) {
    covered_.wait(entry.event, stream_of(entry.common), entry.common.sequence);
  } else if (is_any_of(id, {call_id("cuEventSynchronize"), call_id("cuEventQuery")})) {
    synchronized(covered_.recorded_at(entry.event));
  }
}

void HostWatch::note_plain(const CallEntry& entry) noexcept {
  const CallId id = entry.header.call;
  if (is_any_of(id, {call_id("cuStreamSynchronize"), call_id("cuStreamQuery")})) {
    synchronized({stream_of(entry), entry.sequence});
  } else if (id == call_id("cuCtxSynchronize")) {
    pages_.open_context(entry.context);
  }
}

void HostWatch::synchronized(const Covered& at) noexcept {
  covered_.for_each(at, [this](const Covered& covered) { pages_.open(covered.stream, covered.number); });
}

}  // namespace cudep::record
