// What is said of a finding that is no race: a use of the API, or order that is needless.
#pragma once
#include "cli/report/wording.h"
#include "rules/finding.h"

namespace cudep::report {

Explanation explain_remark(const rules::Finding& finding);

}  // namespace cudep::report
