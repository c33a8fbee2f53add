// `cudep trace`: runs a program so that it is recorded.
#pragma once
#include <span>
#include <string>

#include "cli/lint/command_line.h"
#include "cli/report/exit_code.h"

namespace cudep::trace {

/// All of `cudep trace`; `arguments` are those after `trace`. Replaces this process by the program, and returns only
/// when that cannot be done.
ExitCode trace(std::span<const std::string> arguments, const lint::Destinations& to);

}  // namespace cudep::trace
