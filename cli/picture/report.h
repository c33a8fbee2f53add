// `cudep report`: one HTML page from a recorded run or from findings.
#pragma once
#include <span>
#include <string>

#include "cli/lint/command_line.h"
#include "cli/report/exit_code.h"

namespace cudep::picture {

/// All of `cudep report`; `arguments` are those after `report`.
ExitCode report(std::span<const std::string> arguments, const lint::Destinations& to);

}  // namespace cudep::picture
