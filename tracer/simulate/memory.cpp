// Gives out and takes back memory.
#include "tracer/simulate/memory.h"

#include <sys/mman.h>

#include <algorithm>

namespace cudep::simulate {
namespace {

constexpr std::size_t kAlignment = 512;
constexpr std::size_t kPage = 4096;
constexpr std::size_t kPartBytes = std::size_t{256} << 20;
constexpr std::size_t kRest = 64;  // freed pieces of one size that lie still before the oldest is used again

/// Memory that the host uses lies on pages of its own, which can be closed to the host while work uses it.
std::size_t granule(MemoryKind kind) {
  return kind == MemoryKind::Pinned || kind == MemoryKind::Managed ? kPage : kAlignment;
}

std::uintptr_t rounded(std::uintptr_t value, std::size_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

/// Gives the pages back to the system; they read as zeros.
void empty(std::uintptr_t begin, std::size_t bytes) {
  const std::uintptr_t first = rounded(begin, kPage);
  const std::uintptr_t last = (begin + bytes) / kPage * kPage;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_DONTNEED);
}

}  // namespace

void* Memory::take(std::size_t bytes, std::size_t alignment) {
  std::deque<std::uintptr_t>& again = freed_[{bytes, alignment}];
  if (again.size() > kRest) {
    const std::uintptr_t oldest = again.front();
    again.pop_front();
    return reinterpret_cast<void*>(oldest);
  }
  part_.next = rounded(part_.next, alignment);
  if (part_.next + bytes > part_.end) {
    const std::size_t reserved = std::max(kPartBytes, rounded(bytes, kPage));
    void* const made =
        mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED) return nullptr;
    part_ = {number(made), number(made) + reserved};
  }
  const std::uintptr_t begin = part_.next;
  part_.next += bytes;
  return reinterpret_cast<void*>(begin);
}

void* Memory::allocate(std::size_t bytes, MemoryKind kind, int device, unsigned flags) {
  if (bytes > kDeviceBytes) return nullptr;
  const std::lock_guard lock(mutex_);
  void* const begin = take(rounded(std::max<std::size_t>(bytes, 1), granule(kind)), granule(kind));
  if (begin == nullptr) return nullptr;
  live_[number(begin)] = {.address = number(begin), .bytes = bytes, .kind = kind, .device = device, .flags = flags};
  return begin;
}

bool Memory::register_range(void* begin, std::size_t bytes, int device, unsigned flags) {
  const std::lock_guard lock(mutex_);
  const auto next = live_.lower_bound(number(begin));
  if (next != live_.end() && next->first < number(begin) + bytes) return false;
  live_[number(begin)] = {
      .address = number(begin), .bytes = bytes, .kind = MemoryKind::Registered, .device = device, .flags = flags};
  return true;
}

bool Memory::release(const void* address, std::initializer_list<MemoryKind> kinds) {
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(number(address));
  if (found == live_.end() || std::ranges::find(kinds, found->second.kind) == kinds.end()) return false;
  const Allocation ended = found->second;
  live_.erase(found);
  if (ended.kind == MemoryKind::Registered) return true;
  const std::size_t bytes = rounded(std::max<std::size_t>(ended.bytes, 1), granule(ended.kind));
  empty(ended.address, bytes);
  freed_[{bytes, granule(ended.kind)}].push_back(ended.address);
  return true;
}

std::optional<Allocation> Memory::find(const void* address) const {
  const std::lock_guard lock(mutex_);
  auto after = live_.upper_bound(number(address));
  if (after == live_.begin()) return std::nullopt;
  const Allocation& candidate = std::prev(after)->second;
  const bool inside = number(address) < candidate.address + std::max<std::size_t>(candidate.bytes, 1);
  return inside ? std::optional(candidate) : std::nullopt;
}

std::size_t Memory::used(int device) const {
  const std::lock_guard lock(mutex_);
  std::size_t bytes = 0;
  for (const auto& [address, allocation] : live_) {
    const bool on_device = allocation.kind != MemoryKind::Pinned && allocation.kind != MemoryKind::Registered;
    if (on_device && allocation.device == device) bytes += allocation.bytes;
  }
  return bytes;
}

}  // namespace cudep::simulate
