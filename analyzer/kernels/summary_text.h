// A summary in words, for tests and for reading: `x: write [0, min(4*n, 4*gridDim.x*blockDim.x)) dense`.
#pragma once
#include <string>

#include "analyzer/kernels/summary.h"

namespace cudep::kernels {

/// One line for each access, in the order of the summary.
std::string print(const Summary& summary, const program::Program& program, program::FunctionId kernel);

}  // namespace cudep::kernels
