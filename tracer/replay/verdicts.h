// Confirms static findings by a run, or says what ordered their operations there.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "rules/finding.h"
#include "rules/model/operation.h"
#include "rules/verdict.h"

namespace cudep::replay {

struct VerdictOptions {
  bool complete = true;  // nothing of the run was dropped: only then may it say that an order held each time
};

/// One verdict for each finding, in their order.
std::vector<rules::Verdict> verdicts(std::span<const rules::Finding> findings, const model::OperationList& run,
                                     const VerdictOptions& options);

/// The verdict over several runs of one program: confirmed by one is confirmed.
rules::Verdict combined(const rules::Verdict& a, const rules::Verdict& b);

/// True when both are about one pair of operations, or are reported at one line by one rule.
bool same_finding(const rules::Finding& of_source, const rules::Finding& of_run);

}  // namespace cudep::replay
