// What a run says of findings, in sentences and in data.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "cli/report/report.h"
#include "cli/report/wording.h"
#include "rules/verdict.h"

namespace cudep::report {

/// The verdict first, then the edges that ordered the two.
std::vector<Note> verdict_notes(const rules::Verdict& verdict);

/// Adds `verdict` to each of the findings' JSON objects; nothing when the report has no verdicts.
void add_verdicts(const Report& report, nlohmann::ordered_json& findings);
/// The same to the property bags of SARIF results.
void add_verdicts_to_results(const Report& report, nlohmann::ordered_json& results);

}  // namespace cudep::report
