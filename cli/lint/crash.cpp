// Signal handlers for crashes of cudep itself. Only what may be called in a handler is called there.
#include "cli/lint/crash.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <string_view>

#include "cli/report/exit_code.h"

namespace cudep::lint {
namespace {

constexpr std::array<int, 5> kFatal = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};

thread_local const char* current_file = nullptr;
thread_local std::size_t current_length = 0;

void write_all(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void on_crash(int /*signal*/) {
  if (current_file) {
    write_all({current_file, current_length});
    write_all(": error: ");
  } else {
    write_all("cudep: error: ");
  }
  write_all("internal error: cudep crashed here; please report it with this file\n");
  _exit(static_cast<int>(ExitCode::Internal));
}

}  // namespace

void report_crashes() {
  struct sigaction action = {};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK | static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  for (const int signal : kFatal) sigaction(signal, &action, nullptr);
}

CrashScope::CrashScope(const std::string& file) {
  current_file = file.data();
  current_length = file.size();
}

CrashScope::~CrashScope() { current_file = nullptr; }

CrashStack::CrashStack() : memory_(std::make_unique<std::byte[]>(kBytes)) {
  const stack_t stack = {.ss_sp = memory_.get(), .ss_flags = 0, .ss_size = kBytes};
  sigaltstack(&stack, nullptr);
}

CrashStack::~CrashStack() {
  const stack_t off = {.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
  sigaltstack(&off, nullptr);
}

}  // namespace cudep::lint
