// The analyzer behind the driver's seam: one compile command to findings.
#pragma once
#include <string>

#include "cli/lint/unit.h"

namespace cudep::lint {

/// Parses, executes and judges the units it is given, with the toolkit at `cuda_path`. May run in several threads.
CheckUnit analyzer(std::string cuda_path);

}  // namespace cudep::lint
