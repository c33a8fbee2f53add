// A pool of threads that takes items one by one.
#include "cli/lint/pool.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "cli/lint/crash.h"

namespace cudep::lint {

void in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  const auto take_items = [&] {
    const CrashStack stack;
    for (std::size_t item = next++; item < count; item = next++) work(item);
  };
  const std::size_t threads = std::min<std::size_t>(std::max(jobs, 1U), count);
  std::vector<std::jthread> pool;
  for (std::size_t i = 1; i < threads; ++i) pool.emplace_back(take_items);
  take_items();
}

}  // namespace cudep::lint
