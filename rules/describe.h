// Turns positions of a path into the self-contained values that a finding is made of.
#pragma once
#include <cstdint>
#include <optional>

#include "rules/explained_race.h"
#include "rules/finding.h"

namespace cudep::rules {

/// One operation as messages show it.
Place place_of(const model::OperationList& path, std::uint32_t position);
/// Everything that is said of a race which `rule` reports at the operation `primary`.
Finding describe(const ExplainedRace& explained, const Rule& rule, std::uint32_t primary);

}  // namespace cudep::rules
