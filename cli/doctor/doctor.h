// `cudep doctor`: what keeps cudep from working here, and what to do about it.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "cli/doctor/checks.h"
#include "cli/lint/command_line.h"
#include "cli/lint/unit.h"

namespace cudep::doctor {

/// A line for each check, and one for what to do.
std::string to_text(const std::vector<Check>& checks);

/// `arguments` are those after `doctor`. `Usage` when something does not work.
ExitCode doctor(std::span<const std::string> arguments, const lint::LowerUnit& lower, const lint::Destinations& to);

}  // namespace cudep::doctor
