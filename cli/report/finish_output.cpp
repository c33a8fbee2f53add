// Flushes, and looks at what came of it.
#include "cli/report/finish_output.h"

#include "cli/report/message.h"

namespace cudep::report {

ExitCode finish_output(ExitCode code, std::ostream& out, std::ostream& err) {
  if (out.flush()) return code;
  err << error_message(
      "standard output cannot be written, so that what was printed is not complete; its device may be full, or its "
      "reader gone");
  return code == ExitCode::Internal ? code : ExitCode::Usage;
}

}  // namespace cudep::report
