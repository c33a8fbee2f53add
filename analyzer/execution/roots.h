// Where execution begins: functions that nobody calls, and classes whose use is not seen.
#pragma once
#include <vector>

#include "analyzer/execution/machine.h"
#include "analyzer/execution/root_plan.h"
#include "analyzer/program/reach_hash.h"

namespace cudep::execution {

/// In the order of their sites.
std::vector<RootPlan> find_roots(const program::Program& program, const Plans& plans);
/// Where its execution begins: everything else that it needs can be come to from these.
std::vector<program::ItemId> items_of(const RootPlan& root);
/// A path that is ready to run the root.
Path begin_root(Machine& machine, const RootPlan& root);

}  // namespace cudep::execution
