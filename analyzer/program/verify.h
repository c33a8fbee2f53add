// Whether a host program is well formed, so that those who walk it need not check: for the tests of what makes
// programs, and for programs read from files.
#pragma once
#include <string>
#include <vector>

#include "analyzer/program/program.h"

namespace cudep::program {

/// What is wrong, one line each; empty for a sound program. Blocks end with their only terminator, ids are in range,
/// registers have one definition and are used only where it has run, names of functions are unique.
std::vector<std::string> verify(const Program& program);

}  // namespace cudep::program
