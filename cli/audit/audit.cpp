// From traces to a report.
#include "cli/audit/audit.h"

#include <algorithm>
#include <utility>

#include "analyzer/kernels/summary_json.h"
#include "cli/audit/judgement.h"
#include "cli/audit/lint_sources.h"
#include "cli/audit/options.h"
#include "cli/audit/run_reader.h"
#include "cli/audit/static_findings.h"
#include "cli/lint/driver.h"
#include "cli/report/text.h"
#include "rules/check.h"
#include "tracer/format/reader.h"

namespace cudep::audit {
namespace {

/// What the options name besides traces.
struct Sources {
  std::optional<std::vector<rules::Finding>> findings;
  std::optional<kernels::SummaryFile> kernels;
};

std::expected<std::optional<std::string>, std::string> read_if_given(const std::optional<std::string>& path) {
  if (!path) return std::optional<std::string>();
  return read_file(*path);
}

/// Of files, or of a lint that is done now.
std::expected<Sources, std::string> read_sources(const Options& options) {
  auto findings = read_if_given(options.static_findings);
  if (!findings) return std::unexpected(findings.error());
  auto kernels = read_if_given(options.kernels);
  if (!kernels) return std::unexpected(kernels.error());
  if (!options.sources.empty()) {
    auto linted = lint_sources(options);
    if (!linted) return std::unexpected(linted.error());
    findings = std::move(linted->findings);
    kernels = std::move(linted->kernels);
  }
  Sources sources;
  if (*findings) {
    auto parsed = parse_findings(**findings, options.static_findings.value_or("the findings of the source"));
    if (!parsed) return std::unexpected(parsed.error());
    sources.findings = std::move(*parsed);
  }
  if (*kernels) {
    auto parsed = kernels::parse_summaries(**kernels, options.kernels.value_or("the kernels of the source"));
    if (!parsed) return std::unexpected(parsed.error());
    sources.kernels = std::move(*parsed);
  }
  return sources;
}

class Audit {
 public:
  Audit(const Options& options, const Sources& sources, const lint::Destinations& to)
      : options_(options), sources_(sources), to_(to), reader_(sources.kernels ? &*sources.kernels : nullptr) {}

  ExitCode run() {
    for (const std::string& path : options_.traces) judge(path);
    const std::vector<rules::Finding> merged = rules::merge(std::move(found_));
    const lint::Options& choice = options_.report;
    const std::vector<rules::Finding> shown = lint::shown(merged, choice.rules, choice.show_possible);
    report_.hidden_possible = lint::shown(merged, choice.rules, true).size() - shown.size();
    add_judged(sources_.findings ? &*sources_.findings : nullptr, runs_, shown, report_);
    const report::Report counted{.findings = shown_by_runs(report_), .units = report_.units};
    const ExitCode code = lint::write_reports(report_, choice, to_, lint::exit_code(counted, choice.fail_on));
    for (const report::Unit& unit : report_.units)
      for (const report::Problem& problem : unit.problems) to_.err << report::to_text(problem, {});
    return code;
  }

 private:
  void judge(const std::string& path) {
    report::Unit unit{.file = path};
    if (const auto trace = format::read_trace(path)) {
      unit.operations = judge(path, *trace);
    } else {
      unit.problems.push_back({.kind = report::ProblemKind::Unreadable, .site = {}, .message = trace.error()});
    }
    report_.units.push_back(std::move(unit));
  }

  std::size_t judge(const std::string& path, const format::Trace& trace) {
    Run run = reader_.read(path, trace, to_.err);
    std::ranges::move(rules::check(run.replayed.list), std::back_inserter(found_));
    runs_.push_back(std::move(run));
    return runs_.back().replayed.list.operations.size();
  }

  const Options& options_;
  const Sources& sources_;
  const lint::Destinations& to_;
  RunReader reader_;
  std::vector<Run> runs_;
  std::vector<rules::Finding> found_;  // by the runs, not yet merged
  report::Report report_;
};

}  // namespace

ExitCode audit(std::span<const std::string> arguments, const lint::Destinations& to) {
  const auto options = parse_options(arguments);
  if (!options) return lint::tell(options.error(), to);
  const auto sources = read_sources(*options);
  if (!sources) {
    to.err << "cudep audit: " << sources.error() << "\n";
    return ExitCode::Usage;
  }
  return Audit(*options, *sources, to).run();
}

}  // namespace cudep::audit
