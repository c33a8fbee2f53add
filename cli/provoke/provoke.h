// `cudep provoke`: runs a recorded program again with delays, and says what they changed.
#pragma once
#include <span>
#include <string>

#include "cli/lint/command_line.h"
#include "cli/report/exit_code.h"

namespace cudep::provoke {

/// All of `cudep provoke`; `arguments` are those after `provoke`.
ExitCode provoke(std::span<const std::string> arguments, const lint::Destinations& to);

}  // namespace cudep::provoke
