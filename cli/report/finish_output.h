// The end of every command: whether what it printed has arrived.
#pragma once
#include <ostream>

#include "cli/report/exit_code.h"

namespace cudep::report {

/// `code`; or, when `out` could not take all that was printed, `Usage` and a line on `err`.
ExitCode finish_output(ExitCode code, std::ostream& out, std::ostream& err);

}  // namespace cudep::report
