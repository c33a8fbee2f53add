// Reads the findings of `cudep lint --format json` again.
#pragma once
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "rules/finding.h"

namespace cudep::audit {

/// `name` stands for the text in errors: one line that says what is wrong and what to do.
std::expected<std::vector<rules::Finding>, std::string> parse_findings(std::string_view text, const std::string& name);

}  // namespace cudep::audit
