// How far a run is, on a terminal: `[12/340] src/ring.cu`, in one line that is gone at the end.
#pragma once
#include <chrono>
#include <cstddef>
#include <mutex>
#include <ostream>
#include <string>

namespace cudep::lint {

class Progress {
 public:
  /// Shows nothing without a terminal, and of a single unit.
  Progress(std::ostream& out, bool is_terminal, std::size_t units);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// One more unit is done. May be called by several threads.
  void done(const std::string& file);

 private:
  using Clock = std::chrono::steady_clock;

  std::ostream& out_;
  bool is_shown_;
  std::size_t units_;
  std::size_t done_ = 0;
  Clock::time_point next_ = Clock::now();
  std::mutex mutex_;
};

}  // namespace cudep::lint
