// The report as JSON; docs/json-format.md describes it. Carries everything that a finding holds, so that other commands
// can read it again.
#pragma once
#include <string>

#include "cli/report/report.h"
#include "cli/report/source_lines.h"

namespace cudep::report {

struct JsonOptions {
  std::string tool_version;
  bool seconds = false;  // with times, two runs differ
};

std::string to_json(const Report& report, SourceLines& sources, const JsonOptions& options);

}  // namespace cudep::report
