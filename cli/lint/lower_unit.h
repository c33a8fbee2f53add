// The compiler behind the driver's seam: one compile command to the facts of a unit.
#pragma once
#include "cli/lint/unit.h"

namespace cudep::lint {

/// Parses and lowers in this process.
UnitFacts lower_unit(const UnitRequest& request);

}  // namespace cudep::lint
