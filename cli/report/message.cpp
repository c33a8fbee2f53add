// One prefix for all commands.
#include "cli/report/message.h"

#include <fmt/format.h>

#include "cli/report/phrases.h"

namespace cudep::report {

std::string message(rules::Severity level, std::string_view text) {
  return fmt::format("cudep: {}: {}\n", name(level), text);
}

std::string error_message(std::string_view text) { return message(rules::Severity::Error, text); }

}  // namespace cudep::report
