// The memory of the simulated devices, which is memory of the host: reserved in large parts, given out by bumping, and
// kept readable after it is freed, so that a program that uses it too long is recorded and does not crash.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>

namespace cudep::simulate {

enum class MemoryKind : std::uint8_t { Device, Pool, Pinned, Registered, Managed, Array };

struct Allocation {
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  MemoryKind kind = MemoryKind::Device;
  int device = 0;
  unsigned flags = 0;  // of the call
};

class Memory {
 public:
  /// Aligned to 512 bytes; null when the machine has no more.
  void* allocate(std::size_t bytes, MemoryKind kind, int device, unsigned flags = 0);
  /// Memory of the program becomes pinned; false when part of it is already.
  bool register_range(void* begin, std::size_t bytes, int device, unsigned flags);
  /// Ends the allocation that begins at `address` when its kind is one of `kinds`; false when there is none.
  bool release(const void* address, std::initializer_list<MemoryKind> kinds);
  /// The allocation that `address` lies in.
  std::optional<Allocation> find(const void* address) const;
  /// Bytes in use on a device.
  std::size_t used(int device) const;

 private:
  struct Part {
    std::uintptr_t next = 0;
    std::uintptr_t end = 0;
  };
  void* take(std::size_t bytes, std::size_t alignment);

  mutable std::mutex mutex_;
  std::map<std::uintptr_t, Allocation> live_;
  std::map<std::pair<std::size_t, std::size_t>, std::deque<std::uintptr_t>>
      freed_;  // by size and alignment, oldest first
  Part part_;
};

inline constexpr std::size_t kDeviceBytes = std::size_t{80} << 30;  // what a simulated device says it has

}  // namespace cudep::simulate
