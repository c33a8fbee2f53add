// execvp and posix_spawn over strings.
#include "tracer/process/process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <vector>

namespace cudep::process {
namespace {

constexpr int kSignalBase = 128;

std::filesystem::path own_folder() { return std::filesystem::path(own_path()).parent_path(); }

}  // namespace

std::string own_path() {
  std::error_code failed;
  return std::filesystem::read_symlink("/proc/self/exe", failed).string();
}

std::vector<char*> argument_pointers(std::span<const std::string> words) {
  std::vector<char*> all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

std::string beside_this(std::string_view program) { return (own_folder() / program).string(); }

std::string find_installed(std::string_view beside, std::string_view in_lib) {
  const std::filesystem::path folder = own_folder();
  std::error_code failed;
  for (const std::filesystem::path& path : {folder / beside, folder.parent_path() / "lib" / in_lib})
    if (std::filesystem::exists(path, failed)) return path.string();
  return {};
}

int become(std::span<const std::string> words) {
  execvp(words.front().c_str(), argument_pointers(words).data());
  return errno;
}

std::expected<int, int> run(std::span<const std::string> words) {
  pid_t child = 0;
  const int failed =
      posix_spawn(&child, words.front().c_str(), nullptr, nullptr, argument_pointers(words).data(), environ);
  if (failed != 0) return std::unexpected(failed);
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return std::unexpected(errno);
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalBase + WTERMSIG(status);
}

}  // namespace cudep::process
