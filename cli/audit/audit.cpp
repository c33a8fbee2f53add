// From traces to a report.
#include "cli/audit/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/audit/judgement.h"
#include "cli/audit/known_source.h"
#include "cli/audit/lint_sources.h"
#include "cli/audit/options.h"
#include "cli/audit/run_reader.h"
#include "cli/lint/driver.h"
#include "cli/lint/named_files.h"
#include "cli/report/message.h"
#include "cli/report/text.h"
#include "rules/check.h"
#include "tracer/format/reader.h"

namespace cudep::audit {
namespace {

class Audit {
 public:
  Audit(const Options& options, const KnownSource& source, const lint::Destinations& to)
      : options_(options), source_(source), to_(to), reader_(source.kernels_or_null()) {}

  ExitCode run() {
    for (const std::string& path : options_.traces) judge(path);
    const lint::Options& choice = options_.report;
    add_judged(source_.findings_or_null(), runs_, std::move(found_), choice, report_);
    const ExitCode code = lint::write_reports(report_, choice, to_, exit_code(report_, choice.fail_on));
    for (const report::Unit& unit : report_.units)
      for (const report::Problem& problem : unit.problems) to_.err << report::to_text(problem, {});
    return code;
  }

 private:
  void judge(const std::string& path) {
    report::Unit unit{.file = path};
    if (const auto trace = format::read_trace(path)) {
      judge(*trace, unit);
    } else {
      unit.problems.push_back({.kind = report::ProblemKind::Unreadable, .site = {}, .message = trace.error()});
    }
    report_.units.push_back(std::move(unit));
  }

  void judge(const format::Trace& trace, report::Unit& unit) {
    Run run = reader_.read(unit.file, trace, to_.err);
    unit.operations = run.replayed.list.operations.size();
    unit.problems = run.problems;
    std::ranges::move(rules::check(run.replayed.list, {.rules = &options_.report.rules, .recorded = true}),
                      std::back_inserter(found_));
    runs_.push_back(std::move(run));
  }

  const Options& options_;
  const KnownSource& source_;
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
  if (const auto kept = lint::keep_inputs(read_files(*options), lint::written_files(options->report)); !kept) {
    to.err << report::error_message(kept.error());
    return ExitCode::Usage;
  }
  const auto source =
      options->sources.empty() ? read_known_source(options->static_findings, options->kernels) : lint_sources(*options);
  if (!source) {
    to.err << report::error_message(source.error());
    return ExitCode::Usage;
  }
  if (options->static_findings && source->findings)
    for (const std::string& file : changed_files(*source->findings))
      to.err << fmt::format(
          "{}: warning: has changed since {} was written: lint it again, and build and record the program again\n",
          file, *options->static_findings);
  return Audit(*options, *source, to).run();
}

}  // namespace cudep::audit
