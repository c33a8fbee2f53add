// What runs say: their own findings, and a verdict for each finding of the source.
#pragma once
#include <vector>

#include "cli/report/report.h"
#include "rules/finding.h"
#include "rules/verdict.h"

namespace cudep::audit {

/// A run that could be read.
struct JudgedRun {
  std::vector<rules::Finding> findings;  // not yet merged
  std::vector<rules::Verdict> verdicts;  // one for each finding of the source
};

/// The findings of the source with their verdicts over all runs, and those that only the runs show. `of_runs` are
/// merged and selected. Without findings of the source there are no verdicts.
void add_judged(const std::vector<rules::Finding>& of_source, const std::vector<JudgedRun>& runs,
                const std::vector<rules::Finding>& of_runs, bool has_source, report::Report& report);

/// The findings that the runs show.
std::vector<rules::Finding> shown_by_runs(const report::Report& report);

}  // namespace cudep::audit
