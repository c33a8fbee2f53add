// What a synchronize waits for beyond its own stream: streams that its stream had waited for, as far as events tell.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

#include "tracer/watch/lock.h"

namespace cudep::record {

/// A stream up to one of its submissions.
struct Covered {
  std::uint64_t stream = 0;
  std::uint64_t number = 0;
};

/// Fixed memory. What does not fit is forgotten: less is covered then than really is.
class CoveredStreams {
 public:
  void record(std::uint64_t event, const Covered& at) noexcept;
  /// `stream` waits, with its submission `number`, for what the event was last recorded at.
  void wait(std::uint64_t event, std::uint64_t stream, std::uint64_t number) noexcept;
  [[nodiscard]] Covered recorded_at(std::uint64_t event) noexcept;
  /// Calls `use` with all that `at` covers, itself first.
  template <class Use>
  void for_each(const Covered& at, Use use) noexcept {
    use(at);
    const watch::Holding holding(lock_);
    for (std::size_t i = 0; holding && i < wait_count_; ++i) {
      if (waits_[i].stream == at.stream && waits_[i].number <= at.number) use(waits_[i].covered);
    }
  }

 private:
  struct Record {
    std::uint64_t event = 0;
    Covered at;
  };
  struct Wait {
    std::uint64_t stream = 0;
    std::uint64_t number = 0;
    Covered covered;
  };
  static constexpr std::size_t kMostEvents = 4096;
  static constexpr std::size_t kMostWaits = 1024;

  [[nodiscard]] Record* find(std::uint64_t event) noexcept;
  void add(const Wait& wait) noexcept;

  watch::Lock lock_;
  std::array<Record, kMostEvents> records_{};
  std::array<Wait, kMostWaits> waits_{};
  std::size_t wait_count_ = 0;
};

}  // namespace cudep::record
