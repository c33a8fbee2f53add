// Starts programs and waits for them.
#include "cli/provoke/program_run.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "tracer/process/process.h"

namespace cudep::provoke {
namespace {

constexpr int kNotStarted = 127;

void redirect(const std::string& file, int flags, int descriptor) {
  const int opened = open(file.c_str(), flags, 0644);
  if (opened >= 0) dup2(opened, descriptor);
}

/// In the child: becomes the program. It shall not outlive us.
[[noreturn]] void become(const ProgramRun& run, const std::filesystem::path& folder) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  redirect("/dev/null", O_RDONLY, STDIN_FILENO);
  redirect(folder / "stdout", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  redirect(folder / "stderr", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  for (const auto& [name, value] : run.environment) setenv(name.c_str(), value.c_str(), 1);
  errno = process::become(run.command);
  perror(run.command.front().c_str());
  _exit(kNotStarted);
}

End end_of(int status) {
  if (WIFSIGNALED(status)) return {End::Kind::Signal, WTERMSIG(status)};
  const int code = WEXITSTATUS(status);
  return {code == kNotStarted ? End::Kind::NotStarted : End::Kind::Exit, code};
}

}  // namespace

End run_program(const ProgramRun& run, const std::filesystem::path& folder) {
  const pid_t child = fork();
  if (child < 0) return {End::Kind::NotStarted, 0};
  if (child == 0) become(run, folder);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(run.timeout);
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > deadline) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return {End::Kind::Timeout, static_cast<int>(run.timeout)};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return end_of(status);
}

}  // namespace cudep::provoke
