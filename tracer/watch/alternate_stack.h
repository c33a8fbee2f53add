// A stack for signal handlers, for threads that have none: a program's own may be too small for a walk of the stack.
#pragma once

namespace cudep::watch {

class AlternateStack {
 public:
  AlternateStack() = default;
  ~AlternateStack();
  AlternateStack(const AlternateStack&) = delete;
  AlternateStack& operator=(const AlternateStack&) = delete;

  /// For the calling thread; nothing when it has one.
  void install() noexcept;

 private:
  void* memory_ = nullptr;
};

}  // namespace cudep::watch
