// Chunks in a shared mapping of the trace file.
#include "tracer/format/writer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace cudep::format {
namespace {

/// Maps a part of a file that need not begin at a page; null when that fails. All pages at once: the faults would come
/// one by one in the calls of the program.
std::byte* map_part(int descriptor, std::uint64_t offset, std::size_t bytes) noexcept {
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  const std::uint64_t skipped = offset % page;
  void* const mapped = mmap(nullptr, bytes + skipped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor,
                            static_cast<off_t>(offset - skipped));
  return mapped == MAP_FAILED ? nullptr : static_cast<std::byte*>(mapped) + skipped;
}

void unmap_part(std::byte* begin, std::size_t bytes) noexcept {
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t skipped = reinterpret_cast<std::uintptr_t>(begin) % page;
  munmap(begin - skipped, bytes + skipped);
}

/// In a mapping without blocks behind it a full disk would be a SIGBUS: the blocks come first.
int allocate_part(int descriptor, std::uint64_t offset, std::uint64_t bytes) noexcept {
  int error = 0;
  do {
    error = posix_fallocate(descriptor, static_cast<off_t>(offset), static_cast<off_t>(bytes));
  } while (error == EINTR);
  return error;
}

}  // namespace

int TraceFile::create(const char* path) noexcept {
  const int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (descriptor < 0) return errno;
  const int error = allocate_part(descriptor, 0, kHeaderBytes + kUnitBytes);
  std::byte* const mapped = error == 0 ? map_part(descriptor, 0, kHeaderBytes) : nullptr;
  if (mapped == nullptr) {
    const int reason = error != 0 ? error : errno;
    close(descriptor);
    unlink(path);
    return reason;
  }
  descriptor_ = descriptor;
  header_ = reinterpret_cast<FileHeader*>(mapped);
  header_->version = kVersion;
  header_->header_bytes = kHeaderBytes;
  header_->unit_bytes = kUnitBytes;
  std::memcpy(header_->magic, kMagic, sizeof(kMagic));
  return 0;
}

void TraceFile::set_flag(std::uint32_t flag) noexcept {
  std::atomic_ref(header_->flags).fetch_or(flag, std::memory_order_relaxed);
}

void TraceFile::end() noexcept {
  if (header_ != nullptr) set_flag(kCleanEnd);
}

void TraceFile::count_dropped_entry() noexcept {
  std::atomic_ref(header_->dropped_entries).fetch_add(1, std::memory_order_relaxed);
}

void TraceFile::count_dropped_stack() noexcept {
  std::atomic_ref(header_->dropped_stacks).fetch_add(1, std::memory_order_relaxed);
}

void TraceFile::count_delay() noexcept { std::atomic_ref(header_->delays).fetch_add(1, std::memory_order_relaxed); }

std::byte* TraceFile::take_units(std::uint32_t units) noexcept {
  if (full_.load(std::memory_order_relaxed)) return nullptr;
  const std::uint32_t first = std::atomic_ref(header_->units).fetch_add(units, std::memory_order_relaxed);
  const std::uint64_t offset = kHeaderBytes + std::uint64_t{first} * kUnitBytes;
  const std::uint64_t bytes = std::uint64_t{units} * kUnitBytes;
  const int error = offset + bytes > limit_ ? EFBIG : allocate_part(descriptor_, offset, bytes);
  std::byte* const chunk = error == 0 ? map_part(descriptor_, offset, bytes) : nullptr;
  if (chunk == nullptr) refuse(error != 0 ? error : errno);
  return chunk;
}

void TraceFile::refuse(int reason) noexcept {
  if (!full_.exchange(true, std::memory_order_relaxed) && tell_full_ != nullptr) tell_full_(reason);
}

bool ChunkWriter::take_chunk(TraceFile& file) noexcept {
  release();
  chunk_ = file.take_units(next_units_);
  if (chunk_ == nullptr) return false;
  capacity_ = next_units_ * kUnitBytes - sizeof(ChunkHeader);
  auto* const header = reinterpret_cast<ChunkHeader*>(chunk_);
  *header = {.units = next_units_, .thread = thread_, .system_thread = system_thread_};
  std::atomic_ref(header->magic).store(kChunkMagic, std::memory_order_release);
  next_units_ = std::min(next_units_ * 4, kLargestChunkUnits);
  return true;
}

void* ChunkWriter::reserve(TraceFile& file, std::size_t bytes) noexcept {
  const std::size_t rounded = (bytes + 7) / 8 * 8;
  const bool fits = chunk_ != nullptr && used_ + rounded <= capacity_;
  const bool possible = rounded <= kUnitBytes - sizeof(ChunkHeader);
  if (!possible || (!fits && !take_chunk(file))) {
    file.count_dropped_entry();
    return nullptr;
  }
  std::byte* const entry = chunk_ + sizeof(ChunkHeader) + used_;
  std::memset(entry, 0, rounded);
  reinterpret_cast<EntryHeader*>(entry)->bytes = static_cast<std::uint16_t>(rounded);
  reserved_ = static_cast<std::uint32_t>(rounded);
  return entry;
}

void ChunkWriter::commit() noexcept {
  used_ += reserved_;
  reserved_ = 0;
  std::atomic_ref(reinterpret_cast<ChunkHeader*>(chunk_)->committed).store(used_, std::memory_order_release);
}

void ChunkWriter::release() noexcept {
  if (chunk_ != nullptr) unmap_part(chunk_, capacity_ + sizeof(ChunkHeader));
  chunk_ = nullptr;
  used_ = capacity_ = 0;
}

}  // namespace cudep::format
