// Runs host functions: on a thread of their own, as the driver does, but at the call that submits them.
#pragma once
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>

namespace cudep::simulate {

class HostFunctions {
 public:
  /// Returns when the function has run. One that takes longer may wait for a lock that the caller holds: the caller
  /// goes on, and `wait` waits for it.
  void run(std::function<void()> function);
  /// Until every function has run: what a synchronize of the program means to them.
  void wait();

 private:
  void serve();

  std::mutex mutex_;
  std::condition_variable submitted_;
  std::condition_variable ended_;
  std::queue<std::function<void()>> functions_;
  std::size_t open_ = 0;  // submitted and not yet ended
  bool started_ = false;
};

}  // namespace cudep::simulate
