// The sites of a delay plan, as return addresses of this process.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tracer/format/delay_plan.h"
#include "tracer/record/modules.h"

namespace cudep::record {

/// Fixed memory; what is beyond it is left out.
class DelaySites {
 public:
  /// Reads a plan; false when the file is none, or cannot be read.
  bool read(const char* path) noexcept;
  [[nodiscard]] unsigned milliseconds() const { return milliseconds_; }
  [[nodiscard]] format::DelayKind kind() const { return kind_; }

  /// True when a submission with this stack is to be delayed; it counts as one of its sites.
  bool take(std::span<void* const> frames, const ModuleTable& modules) noexcept;

 private:
  struct Frame {
    ModuleName module;
    std::uint64_t offset;
    std::atomic<std::uint64_t> address;  // 0: its module is not loaded
  };
  struct Site {
    std::uint32_t first;
    std::uint32_t count;
    std::array<std::uint32_t, format::kMostInstances> instances;
    std::size_t instance_count;
    std::atomic<std::uint32_t> seen;
  };
  static constexpr std::size_t kMostFrames = 16384;
  static constexpr std::size_t kMostSites = 2048;

  void add_site(const char* instances) noexcept;
  void add_frame(const char* build_id, std::uint64_t offset, const char* path) noexcept;
  void locate(const ModuleTable& modules) noexcept;
  [[nodiscard]] bool matches(const Site& site, std::span<void* const> frames) const noexcept;

  unsigned milliseconds_ = 0;
  format::DelayKind kind_ = format::DelayKind::Before;
  std::array<Frame, kMostFrames> frames_{};
  std::uint32_t frame_count_ = 0;
  std::array<Site, kMostSites> sites_{};
  std::size_t site_count_ = 0;
  std::atomic<std::uint64_t> located_ = UINT64_MAX;  // ModuleTable::changes() of the addresses
};

}  // namespace cudep::record
