// `cudep audit`: recorded runs to findings and verdicts, and `cudep dump`: a trace as text.
#pragma once
#include <span>
#include <string>

#include "cli/lint/command_line.h"
#include "cli/report/exit_code.h"

namespace cudep::audit {

/// All of `cudep audit`; `arguments` are those after `audit`.
ExitCode audit(std::span<const std::string> arguments, const lint::Destinations& to);

/// All of `cudep dump`.
ExitCode dump(std::span<const std::string> arguments, const lint::Destinations& to);

}  // namespace cudep::audit
