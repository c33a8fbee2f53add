// A lock that a signal handler may meet: the handler learns that its own thread holds it instead of waiting forever.
#pragma once
#include <sched.h>

#include <atomic>

namespace cudep::watch {

class Lock {
 public:
  /// False when this thread holds it already.
  bool take() noexcept {
    if (owner_.load(std::memory_order_relaxed) == &this_thread) return false;
    const void* nobody = nullptr;
    while (!owner_.compare_exchange_weak(nobody, &this_thread, std::memory_order_acquire, std::memory_order_relaxed)) {
      nobody = nullptr;
      sched_yield();
    }
    return true;
  }
  void give() noexcept { owner_.store(nullptr, std::memory_order_release); }

 private:
  [[gnu::tls_model("initial-exec")]] static inline thread_local char this_thread = 0;  // only its address counts
  std::atomic<const void*> owner_ = nullptr;
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
