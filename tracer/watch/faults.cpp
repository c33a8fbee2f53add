// Receives SIGSEGV and tells faults in closed pages from others.
#include "tracer/watch/faults.h"

#include <signal.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>

namespace cudep::watch {
namespace {

struct Catcher {
  PageWatch* watch = nullptr;
  Listener listener = nullptr;
  struct sigaction previous{};
  Lock lock;  // of `previous`
};
Catcher catcher;  // a signal handler gets no argument

/// What a thread has tried again without having been told: a second time, it is not ours.
struct Retry {
  std::uint64_t address = 0;
  std::uint64_t program_counter = 0;
  unsigned times = 0;
};
[[gnu::tls_model("initial-exec")]] thread_local Retry last_retry;
constexpr unsigned kMostRetries = 1000;

/// The call of the program's handler under way, to see when that handler calls this one in turn.
struct Passing {
  const siginfo_t* signal = nullptr;
  const void* frame = nullptr;
};
[[gnu::tls_model("initial-exec")]] thread_local Passing passing;

constexpr std::uint64_t kWriteFault = 2;  // of the page fault's error code

Access access_of(const siginfo_t& signal, const ucontext_t& context) noexcept {
  const auto& registers = context.uc_mcontext.gregs;
  return {.address = reinterpret_cast<std::uint64_t>(signal.si_addr),
          .program_counter = static_cast<std::uint64_t>(registers[REG_RIP]),
          .is_write = (static_cast<std::uint64_t>(registers[REG_ERR]) & kWriteFault) != 0};
}

bool may_retry(const Access& access) noexcept {
  const bool same = last_retry.address == access.address && last_retry.program_counter == access.program_counter;
  last_retry = {access.address, access.program_counter, same ? last_retry.times + 1 : 1};
  return last_retry.times < kMostRetries;
}

/// True when the access may go on.
bool take(const siginfo_t& signal, const ucontext_t& context) noexcept {
  if (signal.si_code != SEGV_ACCERR) return false;
  const Access access = access_of(signal, context);
  const PageWatch::Answer answer = catcher.watch->fault(access.address);
  if (answer == PageWatch::Answer::Again) return may_retry(access);
  last_retry = {};
  if (answer == PageWatch::Answer::Foreign) return false;
  catcher.listener(access);
  return true;
}

/// The fault happens once more when the handler returns, and then ends the program as it would have without us. A
/// signal that was sent does not come again by itself.
void leave_to_the_system(const siginfo_t& signal) noexcept {
  catcher.watch->open_all();
  struct sigaction by_default{};
  by_default.sa_handler = SIG_DFL;
  sigaction(SIGSEGV, &by_default, nullptr);
  if (signal.si_code <= 0) syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGSEGV);
}

void pass_on(int number, siginfo_t* signal, void* context) noexcept {
  const struct sigaction previous = catcher.previous;
  const void* const frame = __builtin_frame_address(0);
  const bool is_nested = passing.signal == signal && frame < passing.frame;
  const bool was_sent = signal->si_code <= 0;
  const bool has_handler =
      (previous.sa_flags & SA_SIGINFO) != 0 || (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN);
  if (!has_handler && previous.sa_handler == SIG_IGN && was_sent) return;
  if (!has_handler || is_nested) return leave_to_the_system(*signal);
  if ((previous.sa_flags & SA_RESETHAND) != 0) catcher.previous = {};
  const Passing outer = passing;
  passing = {signal, frame};
  if ((previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(number, signal, context);
  } else {
    previous.sa_handler(number);
  }
  passing = outer;
}

void on_fault(int number, siginfo_t* signal, void* context) noexcept {
  const int error = errno;
  if (!take(*signal, *static_cast<const ucontext_t*>(context))) pass_on(number, signal, context);
  errno = error;
}

/// Runs under the mask that the program asked for, so that its own handler does too.
bool install() noexcept {
  struct sigaction ours{};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK | (catcher.previous.sa_flags & (SA_NODEFER | SA_RESTART));
  ours.sa_mask = catcher.previous.sa_mask;
  return sigaction(SIGSEGV, &ours, nullptr) == 0;
}

}  // namespace

bool catch_faults(PageWatch& watch, Listener listener) noexcept {
  catcher.watch = &watch;
  catcher.listener = listener;
  return sigaction(SIGSEGV, nullptr, &catcher.previous) == 0 && install();
}

void keep_catching() noexcept {
  struct sigaction current{};
  if (sigaction(SIGSEGV, nullptr, &current) != 0) return;
  if ((current.sa_flags & SA_SIGINFO) != 0 && current.sa_sigaction == on_fault) return;
  const Holding holding(catcher.lock);
  if (!holding) return;
  catcher.previous = current;
  install();
}

}  // namespace cudep::watch
