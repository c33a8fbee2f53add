// What runs say: their own findings, and a verdict for each finding.
#pragma once
#include <vector>

#include "cli/report/report.h"
#include "rules/finding.h"
#include "tracer/replay/replay.h"

namespace cudep::audit {

/// A run that could be read.
struct Run {
  replay::Replayed replayed;
  bool complete = true;       // no entry was dropped
  bool watched_host = false;  // accesses of host code are operations of it
};

/// The findings of the source with their verdicts over all runs, and those that only the runs show. `of_runs` are
/// merged and selected; `of_source` is null when no findings of the source were given.
void add_judged(const std::vector<rules::Finding>* of_source, const std::vector<Run>& runs,
                const std::vector<rules::Finding>& of_runs, report::Report& report);

/// The findings that the runs show.
std::vector<rules::Finding> shown_by_runs(const report::Report& report);

}  // namespace cudep::audit
