// For tests: pages of this process, watched, and what is told of them.
#pragma once
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "tracer/watch/faults.h"

namespace cudep::watch {

inline const std::size_t kPage = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));

/// Readable and writable memory, a number of whole pages.
class Pages {
 public:
  explicit Pages(std::size_t count)
      : bytes_(count * kPage),
        memory_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~Pages() { munmap(memory_, bytes_); }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;

  [[nodiscard]] volatile char* at(std::size_t offset) const { return static_cast<volatile char*>(memory_) + offset; }
  [[nodiscard]] std::uint64_t address(std::size_t offset = 0) const {
    return reinterpret_cast<std::uint64_t>(memory_) + offset;
  }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  std::size_t bytes_;
  void* memory_;
};

inline std::vector<Access> told;  // in this process, since the last `watching`

inline void listen(const Access& access) noexcept { told.push_back(access); }

/// The watch of this process, empty. There is one handler of SIGSEGV, and so one watch.
inline PageWatch& watching() {
  static const auto watch = std::make_unique<PageWatch>();
  static const bool started = catch_faults(*watch, listen);
  EXPECT_TRUE(started);
  watch->open_all();
  told.clear();
  told.reserve(1000);
  return *watch;
}

}  // namespace cudep::watch
