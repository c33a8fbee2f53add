// Which operations of a run are meant by a place of a static finding.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "rules/finding.h"
#include "rules/model/operation.h"

namespace cudep::replay {

/// `src/app.cu` and `/home/me/src/app.cu` are one file as far as the shorter name says.
bool same_file(std::string_view a, std::string_view b);

/// How an operation of the run was recognised.
enum class Match : std::uint8_t { None, ByFunction, ByLine };

/// By file and line of any frame, or, where the run has no lines, by the function; and both must do the same kind of
/// thing: a line may hold a launch and a copy.
Match match(const rules::Place& place, const model::Operation& op, const model::Entities& entities);

/// Host code that reads, writes or ends memory without a call of CUDA: a trace does not show it.
bool is_unrecorded(const rules::Place& place);

}  // namespace cudep::replay
