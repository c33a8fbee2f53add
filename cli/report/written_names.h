// Streams and events as the source spells them: `comm_` in a method where the finding speaks of `trainer.comm_`,
// `streams[i % 2]` where it speaks of `streams[1]`.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "rules/finding.h"

namespace cudep::report {

/// The stream argument of a launch or a call of the CUDA table that stands whole in `statement`.
std::optional<std::string> stream_as_written(std::string_view statement, const rules::Place& place);
/// Likewise its event argument.
std::optional<std::string> event_as_written(std::string_view statement, const rules::Place& place);

/// `name` is a whole argument of a call in `code`.
bool has_argument(std::string_view code, std::string_view name);
/// Writes `written` where it is.
void replace_argument(std::string& code, std::string_view name, std::string_view written);

}  // namespace cudep::report
