// Reads the findings of `cudep lint --format json` again.
#pragma once
#include <expected>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/finding.h"

namespace cudep::audit {

struct StaticFindings {
  std::vector<rules::Finding> list;
  std::vector<std::string> fingerprints;  // one for each; empty where the text has none
};

/// `name` stands for the text in errors: one line that says what is wrong and what to do.
std::expected<StaticFindings, std::string> parse_findings(std::string_view text, const std::string& name);

/// The files in which the lines of findings are not those that the findings were made of. Files that cannot be read are
/// left out.
std::set<std::string> changed_files(const StaticFindings& findings);

}  // namespace cudep::audit
