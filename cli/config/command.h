// `cudep config`: shows the configuration that counts, and says what is wrong with one.
#pragma once
#include <ostream>
#include <span>
#include <string>

#include "cli/report/exit_code.h"

namespace cudep::config {

/// `arguments` are those after `config`: `dump [FILE]`, the effective configuration of a source file or of the working
/// directory as YAML, or `verify [FILE]`, a configuration or that of the working directory.
ExitCode command(std::span<const std::string> arguments, std::ostream& out, std::ostream& err);

}  // namespace cudep::config
