// Names a finding by what it is about, not by where it stands, so that baselines and code-scanning services know it
// again after lines have moved: rule, function, the text of both operations' lines without white space, and an ordinal.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/report.h"
#include "cli/report/source_lines.h"
#include "rules/finding.h"

namespace cudep::report {

/// One for each finding, 16 hexadecimal digits, all different. Expects the findings sorted, as `rules::merge` leaves
/// them.
std::vector<std::string> fingerprints(std::span<const rules::Finding> findings, SourceLines& sources);

/// Whether the lines that the finding speaks of are still those from which it got the fingerprint.
bool has_fingerprint(const rules::Finding& finding, std::string_view fingerprint, SourceLines& sources);

/// Those of a report. What is suppressed takes part in the ordinals: to suppress one finding renames no other.
struct ReportFingerprints {
  std::vector<std::string> findings;
  std::vector<std::string> suppressed;
};
ReportFingerprints fingerprints(const Report& report, SourceLines& sources);

}  // namespace cudep::report
