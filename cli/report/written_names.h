// Streams and events in proposed edits as the source spells them there: `comm_` in a method where the finding speaks of
// `trainer.comm_`, `streams[i % 2]` where it speaks of `streams[1]`.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "cli/report/source_lines.h"
#include "cli/report/wording.h"
#include "rules/finding.h"

namespace cudep::report {

/// The stream argument of a launch or a call of the CUDA table that stands whole on `line`.
std::optional<std::string> stream_as_written(std::string_view line, const rules::Place& place);
/// Likewise its event argument.
std::optional<std::string> event_as_written(std::string_view line, const rules::Place& place);

/// `explain`, with the edits in the words of the source.
Explanation explain(const rules::Finding& finding, SourceLines& sources);

}  // namespace cudep::report
