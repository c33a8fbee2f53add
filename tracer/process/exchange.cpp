// Two pipes and posix_spawn. The input is written beside reading, for a program may answer before it has read all.
#include "tracer/process/exchange.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "tracer/process/process.h"

namespace cudep::process {
namespace {

/// A file descriptor that is closed at the end of its life.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  [[nodiscard]] int get() const { return number_; }

 private:
  int number_;
};

struct Pipe {
  Descriptor out, in;  // what is written to `in` is read from `out`
};

std::expected<Pipe, int> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::unexpected(errno);
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

/// Without an output it has none, no standard error either, and a session of its own.
std::expected<pid_t, int> spawn(std::span<const std::string> words, int input, std::optional<int> output,
                                ErrorOutput errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  if (output) {
    posix_spawn_file_actions_adddup2(&actions, *output, STDOUT_FILENO);
  } else {
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  }
  if (errors == ErrorOutput::WithOutput) posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  if (errors == ErrorOutput::Dropped)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed =
      posix_spawn(&child, words.front().c_str(), &actions, &attributes, argument_pointers(words).data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return std::unexpected(failed);
  return child;
}

/// A child that ends early leaves the rest of its input unread.
void write_all(int to, std::string_view text) {
  sigset_t broken_pipe, before;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
  while (!text.empty()) {
    const ssize_t written = write(to, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  const timespec at_once = {};
  sigtimedwait(&broken_pipe, nullptr, &at_once);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

std::string read_all(int from) {
  std::string text;
  std::array<char, 65536> bytes;
  while (true) {
    const ssize_t count = read(from, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

std::expected<Exchange, int> exchange(std::span<const std::string> words, const std::string& input,
                                      ErrorOutput errors) {
  auto to_child = make_pipe();
  auto from_child = make_pipe();
  if (!to_child || !from_child) return std::unexpected(to_child ? from_child.error() : to_child.error());
  const auto child = spawn(words, to_child->out.get(), from_child->in.get(), errors);
  if (!child) return std::unexpected(child.error());
  to_child->out = Descriptor();
  from_child->in = Descriptor();
  std::jthread writer([&] {
    write_all(to_child->in.get(), input);
    to_child->in = Descriptor();
  });
  Exchange result{.output = read_all(from_child->out.get()), .signal = std::nullopt};
  writer.join();
  int status = 0;
  while (waitpid(*child, &status, 0) < 0)
    if (errno != EINTR) return std::unexpected(errno);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  return result;
}

void leave_behind(std::span<const std::string> words, const std::string& input) {
  const auto to_child = make_pipe();
  if (to_child && spawn(words, to_child->out.get(), std::nullopt, ErrorOutput::Dropped))
    write_all(to_child->in.get(), input);
}

}  // namespace cudep::process
