// Why nothing orders the pair of a finding and how to order it, one pair of functions for each reason.
#pragma once
#include <vector>

#include "cli/report/wording.h"
#include "rules/finding.h"

namespace cudep::report {

/// The notes that show why nothing orders the pair.
std::vector<Note> reason_notes(const rules::Finding& finding);
/// The edits that would order it.
std::vector<Advice> reason_advice(const rules::Finding& finding);

}  // namespace cudep::report
