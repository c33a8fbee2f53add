// Collects the entries of a trace: definitions by their numbers, calls and what is said of them.
#pragma once
#include <cstdint>
#include <utility>

#include "tracer/format/entry_bytes.h"
#include "tracer/format/pending.h"

namespace cudep::format {

class Assembly {
 public:
  enum class Answer : std::uint8_t { Taken, Unknown, Damaged };

  /// `trace` has what the file's header says.
  explicit Assembly(Trace trace) : trace_(std::move(trace)) {}

  /// What `add` gets from here on was written by this thread.
  void begin_chunk(std::uint32_t thread, std::uint32_t system_thread);
  /// One entry with all that trails it.
  Answer add(Bytes entry);
  /// The trace, once every entry is in.
  Trace finish() &&;

 private:
  Answer add_call(EntryKind kind, Bytes entry);
  Answer add_fact(EntryKind kind, Bytes entry);
  Answer add_definition(EntryKind kind, Bytes entry);
  void add_kernel(Bytes entry);
  void add_stack(Bytes entry);
  void add_module(Bytes entry);
  void add_place(Bytes entry);

  Trace trace_;
  Pending pending_;
  std::uint32_t thread_ = 0;
};

}  // namespace cudep::format
