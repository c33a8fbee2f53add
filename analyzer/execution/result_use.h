// Which results of calls a function looks at.
#pragma once
#include <vector>

#include "analyzer/program/program.h"

namespace cudep::execution {

/// By register: whether any instruction of the function reads it. A store to a variable counts.
std::vector<bool> read_registers(const program::Function& function);

}  // namespace cudep::execution
