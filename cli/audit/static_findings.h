// Reads the findings of `cudep lint --format json` again.
#pragma once
#include <expected>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/finding.h"

namespace cudep::audit {

/// `name` stands for the text in errors: one line that says what is wrong and what to do.
std::expected<std::vector<rules::Finding>, std::string> parse_findings(std::string_view text, const std::string& name);

/// The files in which the lines of such findings are not those that the findings were made of. Files that cannot be
/// read are left out, as is all when the text is not of findings.
std::set<std::string> changed_files(std::string_view text);

}  // namespace cudep::audit
