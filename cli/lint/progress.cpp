// The line is written over at most ten times a second.
#include "cli/lint/progress.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <string_view>

namespace cudep::lint {
namespace {

constexpr auto kPause = std::chrono::milliseconds(100);
constexpr std::string_view kClearLine = "\r\x1b[K";
constexpr std::size_t kUsualWidth = 80;

std::size_t width_of_terminal() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0 ? size.ws_col : kUsualWidth;
}

/// An interrupted run leaves no line behind either; the signal then ends the program as it would have.
void clear_and_end(int signal) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kClearLine.data(), kClearLine.size());
  raise(signal);  // when this returns, by the default action
}

void on_interrupts(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

/// The end of a path says more than its beginning.
std::string shortened(const std::string& file, std::size_t width) {
  return file.size() <= width ? file : "..." + file.substr(file.size() - width + 3);
}

}  // namespace

Progress::Progress(std::ostream& out, bool is_terminal, std::size_t units)
    : out_(out), is_shown_(is_terminal && units > 1), units_(units) {
  if (is_shown_) on_interrupts(clear_and_end);
}

Progress::~Progress() {
  if (!is_shown_) return;
  if (done_ != 0) out_ << kClearLine << std::flush;
  on_interrupts(SIG_DFL);
}

void Progress::done(const std::string& file) {
  const std::scoped_lock lock(mutex_);
  ++done_;
  if (!is_shown_ || Clock::now() < next_) return;
  next_ = Clock::now() + kPause;
  const std::string count = fmt::format("[{}/{}] ", done_, units_);
  const std::size_t width = width_of_terminal();
  if (width > count.size() + 8) out_ << kClearLine << count << shortened(file, width - count.size() - 1) << std::flush;
}

}  // namespace cudep::lint
