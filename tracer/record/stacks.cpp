// Walks and interns call stacks.
#include "tracer/record/stacks.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <span>

namespace cudep::record {
namespace {

void* open_beside_this_library(const char* name) noexcept {
  Dl_info here{};
  if (dladdr(reinterpret_cast<void*>(&open_beside_this_library), &here) == 0) return nullptr;
  const char* const slash = std::strrchr(here.dli_fname, '/');
  if (slash == nullptr) return nullptr;
  char path[1024];
  std::snprintf(path, sizeof(path), "%.*s/%s", static_cast<int>(slash - here.dli_fname), here.dli_fname, name);
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

std::uint64_t hash_of(std::span<void* const> frames) noexcept {
  std::uint64_t hash = frames.size();
  for (void* frame : frames) {
    hash = (hash ^ reinterpret_cast<std::uint64_t>(frame)) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return hash;
}

bool write(format::TraceFile& file, format::ChunkWriter& writer, std::uint32_t stack,
           std::span<void* const> frames) noexcept {
  auto* const entry = writer.begin<format::StackEntry>(file, frames.size_bytes());
  if (entry == nullptr) return false;
  entry->header.kind = format::EntryKind::Stack;
  entry->stack = stack;
  entry->frames = static_cast<std::uint32_t>(frames.size());
  std::memcpy(format::ChunkWriter::trail_of(entry), frames.data(), frames.size_bytes());
  writer.commit();
  return true;
}

}  // namespace

bool StackWalk::open() noexcept {
  void* library = open_beside_this_library("libunwind.so.8");
  if (library == nullptr) library = dlopen("libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return false;
  backtrace_ = reinterpret_cast<int (*)(void**, int)>(dlsym(library, "unw_backtrace"));
  return backtrace_ != nullptr;
}

std::span<void* const> StackWalk::walk(std::span<void*, format::kMostFrames> room) const noexcept {
  const int depth = backtrace_ == nullptr ? 0 : backtrace_(room.data(), static_cast<int>(room.size()));
  return std::span<void* const>(room).first(depth > 0 ? static_cast<std::size_t>(depth) : 0);
}

std::uint32_t StackWalk::capture(format::TraceFile& file, ModuleTable& modules, ThreadState& thread,
                                 std::uint64_t sequence) noexcept {
  void* all[format::kMostFrames];
  std::span<void* const> frames = walk(all);
  while (!frames.empty() && modules.is_hidden(reinterpret_cast<std::uint64_t>(frames.front()))) {
    frames = frames.subspan(1);
  }
  return intern(frames, file, modules, thread, sequence);
}

std::optional<std::uint32_t> StackWalk::capture_at(std::uint64_t program_counter, format::TraceFile& file,
                                                   ModuleTable& modules, ThreadState& thread,
                                                   std::uint64_t sequence) noexcept {
  void* const innermost = reinterpret_cast<void*>(program_counter);  // NOLINT: a place in the program's code
  void* all[format::kMostFrames] = {};
  std::span<void*> frames(all, walk(all).size());
  frames = frames.subspan(static_cast<std::size_t>(std::ranges::find(frames, innermost) - frames.begin()));
  if (frames.empty()) frames = std::span(all, 1);  // the walk did not get past the signal
  frames.front() = static_cast<char*>(innermost) + 1;
  modules.update(file, thread.writer, sequence);
  const bool in_driver = std::ranges::any_of(
      frames, [&](void* frame) { return modules.is_hidden(reinterpret_cast<std::uint64_t>(frame)); });
  if (in_driver) return std::nullopt;
  return intern(frames, file, modules, thread, sequence);
}

std::uint32_t StackWalk::intern(std::span<void* const> frames, format::TraceFile& file, ModuleTable& modules,
                                ThreadState& thread, std::uint64_t sequence) noexcept {
  if (frames.empty()) return 0;
  const std::uint64_t hash = hash_of(frames);
  KnownStack& known = thread.stacks[hash % thread.stacks.size()];
  if (known.hash == hash && known.stack != 0) return known.stack;
  modules.update(file, thread.writer, sequence);
  const std::uint32_t stack = last_.fetch_add(1, std::memory_order_relaxed) + 1;
  if (!write(file, thread.writer, stack, frames)) {
    file.count_dropped_stack();
    return 0;
  }
  known = {hash, stack};
  return stack;
}

}  // namespace cudep::record
