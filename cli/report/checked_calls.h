// Calls in the form that the code around them has: `CHECK(cudaEventRecord(e, s));` where others are checked so.
#pragma once
#include <string>

#include "cli/report/source_lines.h"
#include "cli/report/wording.h"

namespace cudep::report {

/// Wraps the calls of the edit into the macro that wraps the nearest call of CUDA.
void check_like_neighbours(SourceLines& sources, const std::string& file, Edit& edit);

}  // namespace cudep::report
