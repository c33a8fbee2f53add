// The parts of a source line that a finding speaks of: its buffer, streams and events, to be underlined.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/source_lines.h"
#include "rules/finding.h"

namespace cudep::report {

/// The names of a finding as they may stand in the source: `upload_` for `trainer.upload_`, `slots` for `slots[0]`.
std::vector<std::string> names_of(const rules::Finding& finding);

/// Where they stand in a line, with the index behind them; sorted.
std::vector<ByteRange> named_parts(std::string_view code, const std::vector<std::string>& names);

}  // namespace cudep::report
