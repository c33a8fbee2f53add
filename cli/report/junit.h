// The report as JUnit's XML, for services that show test results: a suite for each file, a failed case for each
// finding, a skipped one for each that is suppressed, and a passed one for a file without any.
#pragma once
#include <string>

#include "cli/report/report.h"
#include "cli/report/source_lines.h"

namespace cudep::report {

std::string to_junit(const Report& report, SourceLines& sources);

}  // namespace cudep::report
