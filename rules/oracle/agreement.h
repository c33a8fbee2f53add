// Where the engine and the oracle differ about one program.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "rules/engine/ordering_facts.h"
#include "rules/model/operation.h"
#include "rules/oracle/oracle.h"

namespace cudep::oracle {

/// The conflicts that the engine reports, without repair: those that no promise orders. `facts` are those it may use.
std::vector<Conflict> engine_conflicts(const model::OperationList& list, engine::FactSet facts = {});

/// Says how `reported` differs from what the oracle finds in `list`; none when it does not. The engine keeps the last
/// accesses only, so a race with an earlier one may stand for it: one that is promised to come before the race's, and
/// that is not ordered any less.
std::optional<std::string> disagreement(const std::vector<Conflict>& reported, const model::OperationList& list);

}  // namespace cudep::oracle
