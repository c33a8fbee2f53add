// Starts the program of a command, found beside `cudep` itself, in place of this process: its input, output, signals
// and exit code are then those of `cudep`.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "cli/front/commands.h"

namespace cudep::front {
namespace {

ExitCode start(std::string_view program, const Call& call) {
  std::error_code failed;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failed);
  const std::string path = (self.parent_path() / program).string();
  std::vector<std::string> words = {path};
  words.insert(words.end(), call.arguments.begin(), call.arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  call.out.flush();
  execv(path.c_str(), pointers.data());
  const std::string_view remedy = errno == ENOENT ? "; build it with -DCUDEP_LINT=ON" : "";
  call.err << fmt::format("cudep: cannot start {}: {}{}\n", path, std::strerror(errno), remedy);
  return ExitCode::Usage;
}

}  // namespace

ExitCode start_lint(const Call& call) { return start("cudep-lint", call); }

}  // namespace cudep::front
