// Waits in a thread of its own that takes no signals.
#include "tracer/simulate/time_limit.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace cudep::simulate {
namespace {

double limit = 0;

void* wait_and_end(void*) {
  timespec rest{.tv_sec = static_cast<time_t>(limit)};
  rest.tv_nsec = static_cast<long>((limit - static_cast<double>(rest.tv_sec)) * 1e9);
  while (nanosleep(&rest, &rest) != 0 && errno == EINTR) {
  }
  std::fprintf(stderr, "cudep: the program did not end within %g s: ended\n", limit);
  _exit(kTimeLimitExit);
}

}  // namespace

void limit_time(double seconds) noexcept {
  if (seconds <= 0) return;
  limit = seconds;
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  if (pthread_create(&thread, nullptr, wait_and_end, nullptr) == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace cudep::simulate
