// `cudep export`: a recorded run for other tools.
#pragma once
#include <span>
#include <string>

#include "cli/lint/command_line.h"
#include "cli/report/exit_code.h"

namespace cudep::exports {

/// All of `cudep export`; `arguments` are those after `export`.
ExitCode run_export(std::span<const std::string> arguments, const lint::Destinations& to);

}  // namespace cudep::exports
