// Which files a step of a build read, as Make and Ninja take it: `out.facts: src/ring.cu include/ring.h`.
#pragma once
#include <string>
#include <vector>

#include "cli/lint/unit.h"

namespace cudep::lint {

std::string print_depfile(const std::string& target, const std::vector<UnitFacts>& units);

}  // namespace cudep::lint
