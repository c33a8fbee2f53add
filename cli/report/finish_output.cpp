// Flushes, and looks at what came of it.
#include "cli/report/finish_output.h"

namespace cudep::report {

ExitCode finish_output(ExitCode code, std::string_view program, std::ostream& out, std::ostream& err) {
  if (out.flush()) return code;
  err << program << ": standard output cannot be written, so that what was printed is not complete; its device may be "
      << "full, or its reader gone\n";
  return code == ExitCode::Internal ? code : ExitCode::Usage;
}

}  // namespace cudep::report
