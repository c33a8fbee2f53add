// Edits fitted to the source: beside whole statements, where the names that they need can be seen, in the source's own
// words. What cannot be fitted so says what is left to decide.
#pragma once
#include "cli/report/source_lines.h"
#include "cli/report/wording.h"
#include "rules/finding.h"

namespace cudep::report {

/// `explain`, with the edits so fitted.
Explanation explain(const rules::Finding& finding, SourceLines& sources);

}  // namespace cudep::report
