// The report as SARIF 2.1.0, for code-scanning services and editors.
#pragma once
#include <string>

#include "cli/report/report.h"
#include "cli/report/source_lines.h"

namespace cudep::report {

struct SarifOptions {
  std::string tool_version;
  std::string source_root;  // an absolute folder: what lies under it is named relative to SRCROOT
  int exit_code = 0;
};

std::string to_sarif(const Report& report, SourceLines& sources, const SarifOptions& options);

}  // namespace cudep::report
