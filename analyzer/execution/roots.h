// Where execution begins: functions that nobody calls, and classes whose use is not seen.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analyzer/execution/machine.h"

namespace cudep::execution {

struct RootPlan {
  FunctionId function;                    // the function, or the public method that is called twice
  std::optional<program::ClassId> owner;  // of a method: construct, call, call again, destroy
  bool repeat = false;
};

/// In the order of their sites.
std::vector<RootPlan> find_roots(const program::Program& program, const Plans& plans);
/// A path that is ready to run the root.
Path begin_root(Machine& machine, const RootPlan& root);

}  // namespace cudep::execution
