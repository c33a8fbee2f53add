// Events for edits that need one which the source does not have.
#pragma once
#include <vector>

#include "cli/report/source_lines.h"
#include "cli/report/wording.h"
#include "rules/finding.h"

namespace cudep::report {

/// A record and a wait of an event that is not there yet.
bool needs_event(const std::vector<Advice>& advice);

/// Makes the event in front of the record and destroys it behind the wait, both in the innermost block that holds the
/// two operations. Where there is no such block, what is left to decide stays so.
void make_event(const rules::Finding& finding, SourceLines& sources, std::vector<Advice>& advice);

}  // namespace cudep::report
