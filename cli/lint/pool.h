// Work on many items in a few threads.
#pragma once
#include <cstddef>
#include <functional>

namespace cudep::lint {

/// Calls `work` with each number below `count`, `jobs` at a time, and returns when all are done. `work` does not throw.
void in_parallel(std::size_t count, unsigned jobs, const std::function<void(std::size_t)>& work);

}  // namespace cudep::lint
