// The report as GitLab's code quality widget reads it: a JSON list of issues.
#pragma once
#include <string>

#include "cli/report/report.h"
#include "cli/report/source_lines.h"

namespace cudep::report {

/// `source_root` is an absolute folder: the checkout.
std::string to_gitlab(const Report& report, SourceLines& sources, const std::string& source_root);

}  // namespace cudep::report
