// Confirms static findings by a run, or says what ordered their operations there.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rules/finding.h"
#include "rules/model/operation.h"
#include "rules/verdict.h"
#include "tracer/replay/gpu_times.h"

namespace cudep::replay {

/// What a trace says of a run besides its operations.
struct RunFacts {
  std::span<const std::optional<GpuTime>> times;  // by operation; empty: not known
  bool complete = true;       // nothing of the run was dropped: only then may it say that an order held each time
  bool watched_host = false;  // accesses of host code to memory in use are operations of the run
};

/// One verdict for each finding, in their order.
std::vector<rules::Verdict> verdicts(std::span<const rules::Finding> findings, const model::OperationList& run,
                                     const RunFacts& facts);

/// The verdict over several runs of one program: confirmed by one is confirmed.
rules::Verdict combined(const rules::Verdict& a, const rules::Verdict& b);

/// True when both are about one pair of operations, or are reported at one line by one rule.
bool same_finding(const rules::Finding& of_source, const rules::Finding& of_run);

}  // namespace cudep::replay
