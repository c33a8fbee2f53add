// The compiler behind the driver's seam: one compile command to the facts of a unit.
#pragma once
#include "cli/lint/answer.h"
#include "cli/lint/unit.h"

namespace cudep::lint {

/// Parses and lowers in this process, with the prelude that is kept, if there is one.
Answer lower_unit(const UnitRequest& request);

/// Parses what the unit begins with and keeps it, unless it is kept already or another process is at it.
void prepare_prelude(const UnitRequest& request);

}  // namespace cudep::lint
