// The report as workflow commands, which GitHub Actions shows as annotations of the changed files. Of each level it
// shows ten a step: those of the highest level come first.
#pragma once
#include <string>

#include "cli/report/report.h"
#include "cli/report/source_lines.h"

namespace cudep::report {

/// `source_root` is an absolute folder: the checkout.
std::string to_github(const Report& report, SourceLines& sources, const std::string& source_root);

}  // namespace cudep::report
