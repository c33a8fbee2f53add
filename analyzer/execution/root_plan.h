// Where an execution begins.
#pragma once
#include <optional>
#include <vector>

#include "analyzer/program/program.h"

namespace cudep::execution {

struct RootPlan {
  program::FunctionId function;           // the function, or the public method that is called twice
  std::optional<program::ClassId> owner;  // of a method: construct, call, call again, destroy
  bool repeat = false;
  std::vector<program::FunctionId> initializers;  // that run before, in order
};

}  // namespace cudep::execution
