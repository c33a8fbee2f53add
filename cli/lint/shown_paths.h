// How files are named in reports: as a person at this working directory would, whatever folder a build compiles them
// in.
#pragma once
#include <string>
#include <string_view>

#include "cli/lint/unit.h"

namespace cudep::lint {

/// `file` (relative to `directory`) as seen from `here`, a folder too: relative where it lies under `here` unless
/// `absolute` names are wanted.
std::string shown_path(std::string_view file, const std::string& directory, const std::string& here, bool absolute);

/// Renames every site of a unit: relative names when the unit itself is shown by one.
void show_paths(UnitFacts& facts, const UnitRequest& request, const std::string& here);

}  // namespace cudep::lint
