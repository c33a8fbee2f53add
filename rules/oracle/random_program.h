// Random programs for the comparison of engine and oracle: valid CUDA, small, with both conflicts and order in them.
#pragma once
#include <cstdint>
#include <functional>

#include "rules/model/operation.h"

namespace cudep::oracle {

/// 4 to about 24 operations; the same list for the same seed on every machine.
model::OperationList random_program(std::uint64_t seed);

/// What is left of `list` when operations and accesses are dropped for as long as the rest still `fails`. Graphs and
/// host threads are dropped as a whole, so that no capture is left without its end.
model::OperationList shrink(model::OperationList list, const std::function<bool(const model::OperationList&)>& fails);

}  // namespace cudep::oracle
