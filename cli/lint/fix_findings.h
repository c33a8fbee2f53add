// `cudep lint --fix`: changes files as findings advise, as far as linting the changed program proves it right.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "cli/lint/check_units.h"
#include "cli/lint/command_line.h"
#include "cli/lint/unit.h"
#include "cli/report/report.h"

namespace cudep::lint {

/// What it takes to look at changed files again.
struct Fixing {
  const std::vector<UnitRequest>& requests;
  const LowerUnit& lower;
  const std::string& cache;               // the folder where results are kept; empty: nowhere
  std::filesystem::file_time_type start;  // before any file was read
};

/// Fixes findings that `report` shows and makes it the report of the changed program. `checked` is what it was made of,
/// `units` are the facts behind that, one for each request. False when the files could not be written; that is told.
bool fix_findings(report::Report& report, const Checked& checked, const std::vector<UnitFacts>& units,
                  const CheckUnitsOptions& how, const Fixing& fixing, const Destinations& to);

}  // namespace cudep::lint
