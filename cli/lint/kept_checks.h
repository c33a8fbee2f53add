// What the check of a set of units came to, kept from run to run: the same facts, checked in the same way, are not
// executed again.
//
// The facts of all units that are linked are the key, not those of one root: what matters of a function's result is
// decided by all who call it, and a global may be set anywhere.
#pragma once
#include <string>
#include <vector>

#include "cli/lint/check_units.h"

namespace cudep::lint {

/// check_units, unless the cache in that folder (none, when it is empty) knows the answer.
Checked check_or_find(std::vector<UnitFacts> units, const CheckUnitsOptions& options, const std::string& cache);

}  // namespace cudep::lint
