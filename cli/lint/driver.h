// `cudep lint` and `cudep link` from inputs to reports and exit code. Knows no compiler: units are lowered by a
// `LowerUnit`.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/adoption/adoption.h"
#include "cli/config/configuration.h"
#include "cli/lint/check_units.h"
#include "cli/lint/command_line.h"
#include "cli/lint/input.h"
#include "cli/lint/options.h"
#include "cli/lint/unit.h"
#include "cli/report/exit_code.h"
#include "cli/report/report.h"

namespace cudep::lint {

/// Merges the findings of all units and leaves those that the options, the configurations and the screen let through.
report::Report assemble(Checked checked, std::vector<report::Unit> rejected, const Options& options,
                        const config::Configurations& configurations, adoption::Screen& screen);

/// The worst of what happened: internal error, unreadable input, units not wholly understood, findings.
ExitCode exit_code(const report::Report& report, std::optional<rules::Severity> fail_on);

/// Writes every output of the options. The exit code is then `code`, or that of a file which cannot be written.
ExitCode write_reports(const report::Report& report, const Options& options, const Destinations& to, ExitCode code);

/// All of `cudep lint`; `arguments` are those after `lint`.
ExitCode lint(std::span<const std::string> arguments, const LowerUnit& lower, const Destinations& to);

/// All of `cudep link`; `arguments` are those after `link`.
ExitCode link(std::span<const std::string> arguments, const Destinations& to);

}  // namespace cudep::lint
