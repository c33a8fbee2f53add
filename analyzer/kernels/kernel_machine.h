// The slow, obvious way to find what a kernel touches: run every thread with numbers and note each byte. For tests.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "analyzer/kernels/summary.h"

namespace cudep::kernels {

struct ConcreteLaunch {
  std::array<std::int64_t, 3> grid = {1, 1, 1};
  std::array<std::int64_t, 3> block = {1, 1, 1};
  std::map<ParameterField, std::int64_t> integers;  // absent: 0
};

using Touched = std::map<std::pair<Root, model::AccessKind>, std::set<std::int64_t>>;

/// What device memory holds at a place: data that no summary may depend on.
using Contents = std::function<std::int64_t(std::int64_t offset)>;

Touched run_kernel(const program::Program& program, program::FunctionId kernel, const ConcreteLaunch& launch,
                   const Contents& contents);

}  // namespace cudep::kernels
