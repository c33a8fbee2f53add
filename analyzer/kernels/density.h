// Whether an access that a kernel makes touches every byte between the first and the last.
#pragma once
#include <optional>
#include <vector>

#include "analyzer/kernels/bounds.h"

namespace cudep::kernels {

/// The conditions (each >= 0) under which the threads and laps together touch all bytes from the least to the greatest
/// of [offset, offset + bytes); nothing when it cannot be shown. Data-dependent conditions are not considered.
std::optional<std::vector<model::Form>> density(const model::Form& offset, const model::Form& bytes, const Facts& facts,
                                                const Variables& variables);

}  // namespace cudep::kernels
