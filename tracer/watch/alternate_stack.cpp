// Maps and installs alternate signal stacks.
#include "tracer/watch/alternate_stack.h"

#include <signal.h>
#include <sys/mman.h>

#include <cstddef>

namespace cudep::watch {
namespace {

constexpr std::size_t kBytes = std::size_t{128} << 10;

bool has_one(stack_t& stack) noexcept {
  return sigaltstack(nullptr, &stack) != 0 || (stack.ss_flags & SS_DISABLE) == 0;
}

}  // namespace

void AlternateStack::install() noexcept {
  stack_t stack{};
  if (memory_ != nullptr || has_one(stack)) return;
  void* const memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return;
  stack = {.ss_sp = memory, .ss_flags = 0, .ss_size = kBytes};
  if (sigaltstack(&stack, nullptr) != 0) {
    munmap(memory, kBytes);
    return;
  }
  memory_ = memory;
}

AlternateStack::~AlternateStack() {
  if (memory_ == nullptr) return;
  stack_t stack{};
  if (has_one(stack) && stack.ss_sp == memory_) {
    const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    if (sigaltstack(&none, nullptr) != 0) return;  // in use: the thread ends in a handler
  }
  munmap(memory_, kBytes);
}

}  // namespace cudep::watch
