// Which names can be seen where, as far as frames and braces tell.
#pragma once
#include <cstddef>
#include <optional>
#include <utility>

#include "cli/report/source_lines.h"
#include "cli/report/statements.h"
#include "cli/report/wording.h"
#include "rules/finding.h"

namespace cudep::report {

/// What `named` is given can be named in the frame of `at`: the two have that function in common, or a class.
bool sees(const rules::Place& at, std::size_t frame, const rules::Place& named);

/// The words of `named` mean the same in the frame of `at`.
bool may_name(const rules::Place& at, std::size_t frame, const rules::Place& named);

/// The innermost frames of both that lie in one call of one function.
std::optional<std::pair<std::size_t, std::size_t>> common_frames(const rules::Place& a, const rules::Place& b);

/// The innermost block around one of the two reaches to the other.
bool share_block(SourceLines& sources, const model::Site& a, const model::Site& b);

/// The advice is for the call that leads to `place`, so many frames out.
void move_to_call(Advice& advice, const rules::Place& place, std::size_t frame);

/// The edit goes beside the statement of the advice; one that cannot go there is undecided.
void place_edit(SourceLines& sources, Advice& advice);
/// The edit goes beside these lines.
void place_edit(SourceLines& sources, Advice& advice, const LineRange& statement);

}  // namespace cudep::report
