// When cudep itself crashes, it says in which file and ends with the exit code of an internal error.
#pragma once
#include <cstddef>
#include <memory>
#include <string>

namespace cudep::lint {

/// Once, at the start of the program.
void report_crashes();

/// While it lives, a crash of this thread is put down to `file`.
class CrashScope {
 public:
  explicit CrashScope(const std::string& file);
  ~CrashScope();
  CrashScope(const CrashScope&) = delete;
  CrashScope& operator=(const CrashScope&) = delete;
};

/// While it lives, this thread can report that it ran out of stack.
class CrashStack {
 public:
  CrashStack();
  ~CrashStack();
  CrashStack(const CrashStack&) = delete;
  CrashStack& operator=(const CrashStack&) = delete;

 private:
  static constexpr std::size_t kBytes = 64 * 1024;
  std::unique_ptr<std::byte[]> memory_;
};

}  // namespace cudep::lint
