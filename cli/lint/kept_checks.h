// What checking came to, kept from run to run: the same facts, checked in the same way, are not executed again; and of
// facts that changed, only those roots are executed that can come to the change.
#pragma once
#include <string>
#include <vector>

#include "cli/lint/check_units.h"

namespace cudep::lint {

/// check_units, unless the cache in that folder (none, when it is empty) knows the answer.
Checked check_or_find(std::vector<UnitFacts> units, const CheckUnitsOptions& options, const std::string& cache);

}  // namespace cudep::lint
