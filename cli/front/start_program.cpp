// Starts the program of a command, found beside `cudep` itself, in place of this process: its input, output, signals
// and exit code are then those of `cudep`.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "cli/front/commands.h"
#include "tracer/process/process.h"

namespace cudep::front {
namespace {

ExitCode start(std::string_view program, const Call& call) {
  std::vector<std::string> words = {process::beside_this(program)};
  words.insert(words.end(), call.arguments.begin(), call.arguments.end());
  call.out.flush();
  const int failed = process::become(words);
  const std::string_view remedy = failed == ENOENT ? "; build it with -DCUDEP_LINT=ON" : "";
  call.err << fmt::format("cudep: cannot start {}: {}{}\n", words.front(), std::strerror(failed), remedy);
  return ExitCode::Usage;
}

}  // namespace

ExitCode start_lint(const Call& call) { return start("cudep-lint", call); }

}  // namespace cudep::front
