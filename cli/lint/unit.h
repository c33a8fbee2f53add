// One unit on its way through `cudep lint`: what is asked of it, and what it came to. The seam between the driver and
// the analyzer: tests put made-up results here.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "analyzer/command/compile_command.h"
#include "analyzer/kernels/summary_json.h"
#include "cli/report/report.h"
#include "rules/finding.h"

namespace cudep::lint {

struct UnitRequest {
  command::CompileCommand command;
  std::string shown;  // how reports name the file
  bool summarize_kernels = false;
};

struct UnitResult {
  report::Unit unit;
  std::vector<rules::Finding> findings;  // of all paths, not yet merged
  kernels::SummaryFile kernels;          // when asked for
};

using CheckUnit = std::function<UnitResult(const UnitRequest&)>;

/// Checks all of them, `jobs` at a time; the results are in the order of the requests. What a check throws becomes a
/// problem of its unit.
std::vector<UnitResult> check_all(const std::vector<UnitRequest>& requests, unsigned jobs, const CheckUnit& check);

}  // namespace cudep::lint
