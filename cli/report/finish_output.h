// The end of every command: whether what it printed has arrived.
#pragma once
#include <ostream>
#include <string_view>

#include "cli/report/exit_code.h"

namespace cudep::report {

/// `code`; or, when `out` could not take all that was printed, `Usage` and a line on `err` that begins with the name of
/// the program.
ExitCode finish_output(ExitCode code, std::string_view program, std::ostream& out, std::ostream& err);

}  // namespace cudep::report
