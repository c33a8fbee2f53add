// From a command line to the program's own process.
#include "cli/trace/trace.h"

#include "cli/trace/options.h"

namespace cudep::trace {

ExitCode trace(std::span<const std::string> arguments, const lint::Destinations& to) {
  const auto options = parse_options(arguments);
  if (!options) return lint::tell(options.error(), to);
  to.out.flush();
  return static_cast<ExitCode>(launch::run_trace(*options));
}

}  // namespace cudep::trace
