// A lock that a signal handler may meet: the handler learns that its own thread holds it instead of waiting forever.
#pragma once
#include <sched.h>

#include <atomic>

namespace cudep::watch {

class Lock {
 public:
  /// False when this thread holds it already.
  bool take() noexcept {
    if (holds_) return false;
    while (taken_.test_and_set(std::memory_order_acquire)) sched_yield();
    holds_ = true;
    return true;
  }
  void give() noexcept {
    holds_ = false;
    taken_.clear(std::memory_order_release);
  }

 private:
  [[gnu::tls_model("initial-exec")]] static inline thread_local bool holds_ = false;
  std::atomic_flag taken_;
};

/// Holds a lock for a scope, if it could be taken.
class Holding {
 public:
  explicit Holding(Lock& lock) noexcept : lock_(lock), taken_(lock.take()) {}
  ~Holding() {
    if (taken_) lock_.give();
  }
  Holding(const Holding&) = delete;
  Holding& operator=(const Holding&) = delete;
  explicit operator bool() const { return taken_; }

 private:
  Lock& lock_;
  bool taken_;
};

}  // namespace cudep::watch
