// Runs the units, writes the reports, tells problems.
#include "cli/lint/driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cli/report/json.h"
#include "cli/report/sarif.h"
#include "cli/report/source_lines.h"
#include "cli/report/text.h"
#include "rules/check.h"

namespace cudep::lint {
namespace {

using report::ProblemKind;
using report::Report;

constexpr std::size_t kShownErrors = 5;  // of one unit

bool use_color(ColorChoice choice, bool terminal) {
  if (choice != ColorChoice::Auto) return choice == ColorChoice::Always;
  return terminal && std::getenv("NO_COLOR") == nullptr;
}

std::string rendered(const Report& report, const Output& output, const Options& options, bool terminal, ExitCode code) {
  report::SourceLines sources;
  switch (output.format) {
    case Format::Text:
      return report::to_text(report, sources, {.color = use_color(options.color, terminal && !output.file)});
    case Format::Json:
      return report::to_json(report, sources, {.tool_version = CUDEP_VERSION, .seconds = options.statistics});
    case Format::Sarif: {
      std::error_code ignored;
      return report::to_sarif(report, sources,
                              {.tool_version = CUDEP_VERSION,
                               .source_root = std::filesystem::current_path(ignored).string(),
                               .exit_code = static_cast<int>(code)});
    }
  }
  return {};
}

bool write_file(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  return out.good();
}

void tell_problems(const report::Unit& unit, const Options& options, const Destinations& to) {
  const report::TextStyle style = {.color = use_color(options.color, to.err_is_terminal)};
  const std::size_t shown = options.verbose ? unit.problems.size() : std::min(unit.problems.size(), kShownErrors);
  for (std::size_t i = 0; i < shown; ++i) to.err << report::to_text(unit.problems[i], style);
  if (shown < unit.problems.size())
    to.err << fmt::format("{}: note: {}; --verbose shows them all\n", unit.file,
                          report::counted(unit.problems.size() - shown, "more error"));
}

void tell_omissions(const report::Unit& unit, const Destinations& to) {
  for (const report::CutRoot& root : unit.cut_roots)
    for (const std::string& reason : root.reasons)
      to.err << fmt::format("{}:{}:{}: note: not all of `{}` was followed: {}\n", root.site.file, root.site.line,
                            root.site.column, root.name, reason);
  for (const std::string& function : unit.unknown_functions)
    to.err << fmt::format("{}: note: the body of `{}` is not known; it may order or use what it is given\n", unit.file,
                          function);
}

void tell_dropped_flags(const Inputs& inputs, const Destinations& to) {
  for (const UnitRequest& request : inputs.requests)
    if (!request.command.dropped.empty())
      to.err << fmt::format("{}: note: flags without meaning here: {}\n", request.shown,
                            fmt::join(request.command.dropped, " "));
}

bool has_problem(const Report& report, std::initializer_list<ProblemKind> kinds) {
  return std::ranges::any_of(report.units, [&](const report::Unit& unit) {
    return std::ranges::any_of(unit.problems, [&](const report::Problem& problem) {
      return std::ranges::find(kinds, problem.kind) != kinds.end();
    });
  });
}

/// What the kernels of all units read and write, to a file.
ExitCode write_kernels(const std::vector<UnitResult>& results, const std::string& file, const Destinations& to) {
  kernels::SummaryFile all;
  for (const UnitResult& result : results) kernels::merge_summaries(result.kernels, all);
  if (write_file(file, kernels::to_json(all))) return ExitCode::Clean;
  to.err << fmt::format("{}: error: cannot be written; check that its folder exists and may be written to\n", file);
  return ExitCode::Usage;
}

}  // namespace

ExitCode write_reports(const Report& report, const Options& options, const Destinations& to, ExitCode code) {
  for (const Output& output : options.outputs) {
    const std::string text = rendered(report, output, options, to.out_is_terminal, code);
    if (!output.file) {
      to.out << text << std::flush;
    } else if (!write_file(*output.file, text)) {
      to.err << fmt::format("{}: error: cannot be written; check that its folder exists and may be written to\n",
                            *output.file);
      code = code == ExitCode::Internal ? code : ExitCode::Usage;
    }
  }
  return code;
}

Report assemble(std::vector<UnitResult> results, std::vector<report::Unit> rejected, const Options& options) {
  Report report;
  std::vector<rules::Finding> found;
  for (UnitResult& result : results) {
    std::ranges::move(result.findings, std::back_inserter(found));
    report.units.push_back(std::move(result.unit));
  }
  std::ranges::move(rejected, std::back_inserter(report.units));
  const std::vector<rules::Finding> merged = rules::merge(std::move(found));
  report.findings = shown(merged, options.rules, options.show_possible);
  report.hidden_possible = shown(merged, options.rules, true).size() - report.findings.size();
  return report;
}

ExitCode exit_code(const Report& report, std::optional<rules::Severity> fail_on) {
  if (has_problem(report, {ProblemKind::Internal})) return ExitCode::Internal;
  if (has_problem(report, {ProblemKind::Unreadable})) return ExitCode::Usage;
  if (has_problem(report, {ProblemKind::NotParsed, ProblemKind::ParseError, ProblemKind::NoOperations}))
    return ExitCode::Incomplete;
  const bool failing = fail_on && std::ranges::any_of(report.findings, [&](const rules::Finding& finding) {
                         return finding.severity >= *fail_on;
                       });
  return failing ? ExitCode::Findings : ExitCode::Clean;
}

ExitCode run(const Options& options, const Inputs& inputs, const CheckUnit& check, const Destinations& to) {
  std::vector<UnitResult> results = check_all(inputs.requests, options.jobs, check);
  const ExitCode written = options.kernels_out ? write_kernels(results, *options.kernels_out, to) : ExitCode::Clean;
  const Report report = assemble(std::move(results), inputs.rejected, options);
  const ExitCode found = exit_code(report, options.fail_on);
  const ExitCode code =
      write_reports(report, options, to, written == ExitCode::Clean || found == ExitCode::Internal ? found : written);
  if (options.verbose) tell_dropped_flags(inputs, to);
  for (const report::Unit& unit : report.units) {
    tell_problems(unit, options, to);
    if (options.verbose) tell_omissions(unit, to);
  }
  if (options.statistics) to.err << report::statistics_text(report);
  return code;
}

ExitCode lint(std::span<const std::string> arguments, const MakeCheck& make_check, const Destinations& to) {
  const auto options = parse_options(arguments);
  if (!options) {
    (options.error().code == ExitCode::Clean ? to.out : to.err) << options.error().text;
    return options.error().code;
  }
  const auto found = inputs(*options);
  if (!found) {
    to.err << "cudep lint: " << found.error() << "\n";
    return ExitCode::Usage;
  }
  return run(*options, *found, make_check(found->cuda_path), to);
}

}  // namespace cudep::lint
