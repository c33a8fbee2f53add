// One driver call that has just returned, as decoders see it, and how they put it into the trace.
#pragma once
#include <cuda.h>

#include <cstdint>

#include "tracer/record/host_watch.h"
#include "tracer/record/recorder.h"
#include "tracer/record/thread_state.h"

namespace cudep::record {

/// When a call gets its number: before it for what submits, frees and destroys, after it for what waits, queries,
/// allocates and creates.
enum class When : std::uint8_t { Before, After };

class Call {
 public:
  Recorder& recorder;
  ThreadState& thread;
  std::uint32_t context;    // current for the thread
  const char* kernel_name;  // of a launch; null where it is not known
  format::CallId id;
  bool per_thread_default;
  std::uint64_t sequence;
  std::uint32_t stack;
  std::uint16_t result;

  [[nodiscard]] bool succeeded() const { return result == CUDA_SUCCESS; }
  /// What an out-parameter holds: nothing when the call failed.
  template <class T>
  [[nodiscard]] std::uint64_t out(const T* parameter) const {
    return succeeded() && parameter != nullptr ? number(*parameter) : 0;
  }
  template <class T>
  static std::uint64_t number(T handle) {
    return (std::uint64_t)handle;  // NOLINT: a pointer or an integer
  }

  /// An entry of this call; null when it is dropped. The caller fills in the rest and commits.
  template <class Entry>
  Entry* begin(format::EntryKind kind, std::size_t trail = 0) noexcept {
    auto* const entry = thread.writer.begin<Entry>(recorder.file, trail);
    if (entry == nullptr) return nullptr;
    auto& common = *reinterpret_cast<format::CallEntry*>(entry);
    last = &common.header;
    common.header.kind = kind;
    common.header.flags = per_thread_default ? format::kPerThreadDefault : 0;
    common.header.call = id;
    common.header.result = result;
    common.sequence = sequence;
    common.time = thread.entry_time;
    common.stack = stack;
    common.context = context;
    return entry;
  }
  /// The same for a call that names a stream.
  template <class Entry>
  Entry* begin_on(CUstream stream, format::EntryKind kind, std::size_t trail = 0) noexcept {
    auto* const entry = begin<Entry>(kind, trail);
    if (entry == nullptr) return nullptr;
    auto& common = *reinterpret_cast<format::CallEntry*>(entry);
    common.header.flags |= format::kHasStream;
    common.stream = number(stream);
    return entry;
  }
  /// A further fact on this call, or a definition.
  template <class Entry>
  Entry* begin_fact(format::EntryKind kind, std::size_t trail = 0) noexcept {
    auto* const entry = thread.writer.begin<Entry>(recorder.file, trail);
    if (entry == nullptr) return nullptr;
    last = &entry->header;
    entry->header.kind = kind;
    if constexpr (requires { entry->sequence; }) entry->sequence = sequence;
    return entry;
  }
  void commit() noexcept {
    thread.writer.commit();
    if (recorder.host_watch != nullptr) recorder.host_watch->note(thread, *last);
  }

  const format::EntryHeader* last = nullptr;  // what the last `begin` made
};

/// The stream that a call names; the default stream where its form has none.
template <class Parameters>
CUstream stream_of(const Parameters& parameters) {
  if constexpr (requires { parameters.hStream; }) {
    return parameters.hStream;
  } else if constexpr (requires { parameters.stream; }) {
    return parameters.stream;
  } else if constexpr (requires { parameters.config->hStream; }) {
    return parameters.config != nullptr ? parameters.config->hStream : nullptr;
  } else {
    return nullptr;
  }
}

/// The memory that a call ends; 0 where its form names none.
template <class Parameters>
std::uint64_t memory_of(const Parameters& parameters) {
  if constexpr (requires { Call::number(parameters.p); }) {
    return Call::number(parameters.p);
  } else if constexpr (requires { Call::number(parameters.dptr); }) {
    return Call::number(parameters.dptr);
  } else {
    return 0;
  }
}

/// The flags that a call names; 0 where its form has none.
template <class Parameters>
std::uint32_t flags_of(const Parameters& parameters) {
  if constexpr (requires { parameters.flags; }) {
    return static_cast<std::uint32_t>(parameters.flags);
  } else if constexpr (requires { parameters.Flags; }) {
    return parameters.Flags;
  } else if constexpr (requires { parameters.mode; }) {
    return static_cast<std::uint32_t>(parameters.mode);
  } else {
    return 0;
  }
}

}  // namespace cudep::record
