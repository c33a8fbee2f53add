// Where an execution begins.
#pragma once
#include <optional>

#include "analyzer/program/program.h"

namespace cudep::execution {

struct RootPlan {
  program::FunctionId function;           // the function, or the public method that is called twice
  std::optional<program::ClassId> owner;  // of a method: construct, call, call again, destroy
  bool repeat = false;
};

}  // namespace cudep::execution
