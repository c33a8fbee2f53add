// What runs say: their own findings, and a verdict for each finding.
#pragma once
#include <optional>
#include <vector>

#include "cli/lint/options.h"
#include "cli/report/exit_code.h"
#include "cli/report/report.h"
#include "rules/finding.h"
#include "tracer/replay/replay.h"

namespace cudep::audit {

/// A run that could be read.
struct Run {
  replay::Replayed replayed;
  bool complete = true;                   // no entry was dropped or lost
  bool watched_host = false;              // accesses of host code are operations of it
  std::vector<report::Problem> problems;  // what of the file cannot be read
};

/// The findings of the source with their verdicts over all runs, and those that only the runs show. `of_runs` are not
/// yet merged, and `choice` says which of them are wanted; `of_source` is null when no findings of the source were
/// given.
void add_judged(const std::vector<rules::Finding>* of_source, const std::vector<Run>& runs,
                std::vector<rules::Finding> of_runs, const lint::Options& choice, report::Report& report);

/// As for lint, by the findings that the runs show.
ExitCode exit_code(const report::Report& report, std::optional<rules::Severity> fail_on);

}  // namespace cudep::audit
