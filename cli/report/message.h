// What commands say on standard error that is about no place in a file: `cudep: error: MESSAGE`.
#pragma once
#include <string>
#include <string_view>

#include "rules/finding.h"

namespace cudep::report {

/// A line, with its end.
std::string message(rules::Severity level, std::string_view text);
std::string error_message(std::string_view text);

}  // namespace cudep::report
