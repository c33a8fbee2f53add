// Writes a trace file from inside a running program: no lock, no allocation, no exception. A thread has a ChunkWriter
// of its own; what finds no room is counted in the header of the file.
//
//   TraceFile file;
//   if (const int error = file.create("run.cudep")) …
//   ChunkWriter writer(0, gettid());
//   if (auto* entry = writer.begin<CallEntry>(file)) { *entry = {…}; writer.commit(); }
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "tracer/format/entries.h"

namespace cudep::format {

class TraceFile {
 public:
  /// Makes a new file; 0, or the errno of what failed (EEXIST: there is a file of that name, which is left alone).
  int create(const char* path) noexcept;
  /// Says that the program ended in the normal way. Threads may go on writing.
  void end() noexcept;

  /// Null before `create`. Fields that do not change while the program runs may be set through this.
  [[nodiscard]] FileHeader* header() noexcept { return header_; }
  void set_flag(std::uint32_t flag) noexcept;
  void count_dropped_entry() noexcept;
  void count_dropped_stack() noexcept;
  void count_delay() noexcept;

  /// The file may grow to this size, in bytes.
  void limit(std::uint64_t bytes) noexcept { limit_ = bytes; }
  /// Called once, by the thread that first finds no room, with the errno of why (EFBIG: the limit).
  void when_full(void (*tell)(int reason) noexcept) noexcept { tell_full_ = tell; }

 private:
  friend class ChunkWriter;
  /// Maps `units` new units; null when the disk or the limit is reached.
  std::byte* take_units(std::uint32_t units) noexcept;
  void refuse(int reason) noexcept;

  int descriptor_ = -1;
  FileHeader* header_ = nullptr;
  std::uint64_t limit_ = std::uint64_t{64} << 30;
  std::atomic<bool> full_ = false;
  void (*tell_full_)(int reason) noexcept = nullptr;
};

/// Entries of one thread.
class ChunkWriter {
 public:
  ChunkWriter(std::uint32_t thread, std::uint32_t system_thread) noexcept
      : thread_(thread), system_thread_(system_thread) {}
  ChunkWriter(const ChunkWriter&) = delete;
  ChunkWriter& operator=(const ChunkWriter&) = delete;
  ~ChunkWriter() { release(); }

  /// Zeroed room for an `Entry` and `trail` bytes after it, with its length set; null when there is none, which is
  /// counted. Nothing of it is in the trace before `commit`.
  template <class Entry>
  Entry* begin(TraceFile& file, std::size_t trail = 0) noexcept {
    return static_cast<Entry*>(reserve(file, sizeof(Entry) + trail));
  }
  /// What trails the entry that `begin` returned.
  template <class Entry>
  static std::byte* trail_of(Entry* entry) noexcept {
    return reinterpret_cast<std::byte*>(entry + 1);
  }
  /// Puts the entry of the last `begin` into the trace.
  void commit() noexcept;

 private:
  void* reserve(TraceFile& file, std::size_t bytes) noexcept;
  bool take_chunk(TraceFile& file) noexcept;
  void release() noexcept;

  std::uint32_t thread_;
  std::uint32_t system_thread_;
  std::uint32_t next_units_ = 1;
  std::uint32_t used_ = 0;      // bytes after the chunk's header
  std::uint32_t reserved_ = 0;  // of these, not committed
  std::uint32_t capacity_ = 0;
  std::byte* chunk_ = nullptr;
};

}  // namespace cudep::format
