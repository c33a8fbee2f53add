// Makes and frees the state of a thread.
#include "tracer/record/thread_state.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

#include "tracer/record/own_pages.h"

namespace cudep::record {
namespace {

[[gnu::tls_model("initial-exec")]] thread_local ThreadState* current = nullptr;
std::atomic<std::uint32_t> thread_count = 0;

void release(void* memory) noexcept {
  auto* const state = static_cast<ThreadState*>(memory);
  current = nullptr;
  state->~ThreadState();
  munmap(memory, sizeof(ThreadState));
}

pthread_key_t make_exit_key() noexcept {
  pthread_key_t made{};
  pthread_key_create(&made, release);
  return made;
}

const pthread_key_t exit_key = make_exit_key();

ThreadState* make() noexcept {
  const auto system_thread = static_cast<std::uint32_t>(syscall(SYS_gettid));
  current = make_in_own_pages<ThreadState>(thread_count.fetch_add(1), system_thread);
  if (current != nullptr) pthread_setspecific(exit_key, current);
  return current;
}

}  // namespace

ThreadState* thread_state() noexcept { return current != nullptr ? current : make(); }

}  // namespace cudep::record
