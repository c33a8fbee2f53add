// From the facts of all units to findings: links them, executes the roots, judges every path. Knows no compiler.
#pragma once
#include <vector>

#include "analyzer/kernels/summary_json.h"
#include "cli/lint/root_result.h"
#include "cli/lint/unit.h"
#include "cli/report/report.h"
#include "rules/check.h"
#include "rules/finding.h"
#include "rules/model/library_call.h"

namespace cudep::lint {

struct Checked {
  std::vector<rules::Finding> findings;  // of all paths, not yet merged
  std::vector<report::Unit> units;       // sorted by file
};

struct CheckUnitsOptions {
  std::vector<model::LibraryCall> functions;  // what configurations say of functions
  rules::RuleSet rules;                       // those that may be shown
  unsigned jobs = 1;                          // roots at a time
};

/// Neither the order of the units nor the number of jobs changes anything in the result but the seconds.
/// With `kept`, roots that came to something before are not run again, and what all came to is noted.
Checked check_units(std::vector<UnitFacts> units, const CheckUnitsOptions& options, KeptRoots* kept = nullptr);

/// What the kernels of all units read and write.
kernels::SummaryFile summarize_kernels(const std::vector<UnitFacts>& units);

}  // namespace cudep::lint
