// Plain runs, delayed runs, and the report.
#include "cli/provoke/provoke.h"

#include <fmt/format.h>

#include <filesystem>

#include "cli/audit/judgement.h"
#include "cli/audit/known_source.h"
#include "cli/audit/run_reader.h"
#include "cli/lint/driver.h"
#include "cli/lint/named_files.h"
#include "cli/provoke/options.h"
#include "cli/provoke/runs.h"
#include "cli/provoke/sites.h"
#include "cli/report/fingerprint.h"
#include "cli/report/message.h"
#include "cli/report/phrases.h"
#include "cli/report/text.h"
#include "rules/check.h"
#include "tracer/format/reader.h"

namespace cudep::provoke {
namespace {

using format::DelayKind;

/// A run in which the earlier operation of a finding came late, and one in which the later one did.
struct Pair {
  Delayed late;
  Delayed early;
};

std::string kept(const Delayed& run) { return fmt::format("kept in {}", run.folder.string()); }

/// Of two runs that came to different outcomes, so that the outcome hangs on the order of the two operations.
std::string reproduced(const Pair& pair, const Runs& runs, const std::string& delay, const std::string& pause) {
  if (!runs.plain_agree())
    return fmt::format("{} gave another outcome than a pause after it: {} (kept in {} and {})", delay,
                       difference(pair.early.outcome, pair.late.outcome), pair.late.folder.string(),
                       pair.early.folder.string());
  const std::string of_late = difference(runs.plain(), pair.late.outcome);
  if (!of_late.empty()) return fmt::format("{} changed the outcome: {} ({})", delay, of_late, kept(pair.late));
  return fmt::format("{} changed the outcome, which a delay before it did not: {} ({})", pause,
                     difference(runs.plain(), pair.early.outcome), kept(pair.early));
}

/// Says what the two runs did, and sets the verdict that follows.
void judge(const Pair& pair, const Runs& runs, unsigned milliseconds, rules::Verdict& verdict) {
  if (pair.late.delays == 0 || pair.early.delays == 0) {
    verdict.provoked = "not provoked: the run did not come to the earlier operation again";
    return;
  }
  const std::string delay =
      fmt::format("a delay of {} ms before the earlier operation, {},", milliseconds, report::times(pair.late.delays));
  const std::string pause =
      fmt::format("a pause of {} ms after the earlier operation, {},", milliseconds, report::times(pair.early.delays));
  const std::string of_late = difference(runs.plain(), pair.late.outcome);
  if (!difference(pair.early.outcome, pair.late.outcome).empty()) {
    verdict.kind = rules::VerdictKind::Reproduced;
    verdict.provoked = reproduced(pair, runs, delay, pause);
  } else if (runs.plain_agree() && !of_late.empty()) {
    verdict.provoked =
        fmt::format("{} changed the outcome, but so did a pause after it, so that something else may have: {} ({})",
                    delay, of_late, kept(pair.late));
  } else {
    verdict.provoked = fmt::format("{} changed nothing that can be seen, nor did a pause after it", delay);
  }
}

/// When all instances are late, wrong values may balance: each lap takes what was meant for the next.
format::DelaySite first_of(const std::vector<format::DelaySite>& sites) {
  format::DelaySite first = sites.front();
  first.instances.resize(1);
  return first;
}

class Provoking {
 public:
  Provoking(const Options& options, const audit::KnownSource& source, const lint::Destinations& to)
      : options_(options),
        source_(source),
        to_(to),
        reader_(source.kernels_or_null()),
        runs_(options, folder_of(options.trace)) {}

  std::expected<ExitCode, std::string> run() {
    const auto trace = format::read_trace(options_.trace);
    if (!trace) return std::unexpected(trace.error());
    if (trace->simulated)
      return std::unexpected(options_.trace + ": recorded without a GPU, where nothing can be late");
    if (!trace->has_stacks) return std::unexpected(options_.trace + ": recorded without stacks, which name the places");
    const audit::Run recorded = reader_.read(options_.trace, *trace, to_.err);
    find(recorded, trace->calls.size());
    if (auto chosen = choose(); !chosen) return std::unexpected(chosen.error());
    if (auto plain = runs_.run_plain(); !plain) return std::unexpected(plain.error());
    SubmissionSites sites(*trace, recorded.replayed, reader_.symbols());
    const bool control_changed = report_.findings.empty() && control(sites);
    for (std::size_t i = 0; i < report_.findings.size(); ++i) provoke(i, sites);
    const ExitCode code = audit::exit_code(report_, options_.report.fail_on);
    return lint::write_reports(report_, options_.report, to_,
                               control_changed && code == ExitCode::Clean ? ExitCode::Findings : code);
  }

 private:
  static std::filesystem::path folder_of(std::filesystem::path trace) {
    return trace.extension() == ".cudep" ? trace.replace_extension(".provoke") : trace += ".provoke";
  }

  /// Those of the run, and of the source if they were given.
  void find(const audit::Run& run, std::size_t calls) {
    report_.units.push_back({.file = options_.trace, .problems = run.problems, .operations = calls});
    for (const report::Problem& problem : run.problems) to_.err << report::to_text(problem, {});
    const rules::RuleSet races_only;  // a delay shows nothing else
    audit::add_judged(source_.findings_or_null(), {run},
                      rules::check(run.replayed.list, {.rules = &races_only, .recorded = true}), options_.report,
                      report_);
  }

  /// Leaves the finding that the options name, if they name one.
  std::expected<void, std::string> choose() {
    numbers_.resize(report_.findings.size());
    for (std::size_t i = 0; i < numbers_.size(); ++i) numbers_[i] = i + 1;
    if (!options_.finding) return {};
    const std::vector<std::string> prints = report::fingerprints(report_.findings, reader_.lines());
    for (std::size_t i = 0; i < prints.size(); ++i) {
      if (*options_.finding != std::to_string(i + 1) && !prints[i].starts_with(*options_.finding)) continue;
      report_.findings = {report_.findings[i]};
      report_.verdicts = {report_.verdicts[i]};
      numbers_ = {i + 1};
      return {};
    }
    return std::unexpected(fmt::format("{}: of its {} no one is `{}`", options_.trace,
                                       report::counted(prints.size(), "finding"), *options_.finding));
  }

  void provoke(std::size_t i, SubmissionSites& sites) {
    const EarlierSites earlier = sites.of(report_.findings[i]);
    rules::Verdict& verdict = report_.verdicts[i];
    if (earlier.sites.empty()) {
      verdict.provoked = "not provoked: " + earlier.why_none;
      return;
    }
    const std::string name = fmt::format("finding-{}", numbers_[i]);
    Pair pair{.late = runs_.run_delayed(name + "-delayed", DelayKind::Before, earlier.sites),
              .early = runs_.run_delayed(name + "-paused", DelayKind::After, earlier.sites)};
    const std::vector<format::DelaySite> first = {first_of(earlier.sites)};
    if (first != earlier.sites && difference(pair.early.outcome, pair.late.outcome).empty())
      pair.late = runs_.run_delayed(name + "-first-delayed", DelayKind::Before, first);
    judge(pair, runs_, options_.milliseconds, verdict);
  }

  /// Makes each stream late in turn; whether that changed anything.
  bool control(SubmissionSites& sites) {
    bool changed = false;
    for (const SubmissionSites::OfStream& late : sites.by_stream()) {
      const Delayed delayed = runs_.run_delayed(fmt::format("stream-{}", ++controls_), DelayKind::Before, late.sites);
      if (delayed.delays == 0) {
        to_.out << fmt::format("stream `{}` was not reached\n", late.stream);
        continue;
      }
      const std::string differs = difference(runs_.plain(), delayed.outcome);
      to_.out << fmt::format("stream `{}` late by {} ms, {}: {}\n", late.stream, options_.milliseconds,
                             report::times(delayed.delays),
                             differs.empty() ? "nothing changed" : "it changed: " + differs);
      changed = changed || !differs.empty();
    }
    return changed;
  }

  const Options& options_;
  const audit::KnownSource& source_;
  const lint::Destinations& to_;
  audit::RunReader reader_;
  Runs runs_;
  report::Report report_;
  std::vector<std::size_t> numbers_;  // of the findings, in the report of all
  int controls_ = 0;
};

std::expected<ExitCode, std::string> run(const Options& options, const lint::Destinations& to) {
  std::vector<std::string> inputs = {options.trace};
  for (const auto& file : {options.static_findings, options.kernels})
    if (file) inputs.push_back(*file);
  if (const auto kept = lint::keep_inputs(inputs, lint::written_files(options.report)); !kept)
    return std::unexpected(kept.error());
  const auto source = audit::read_known_source(options.static_findings, options.kernels);
  if (!source) return std::unexpected(source.error());
  return Provoking(options, *source, to).run();
}

}  // namespace

ExitCode provoke(std::span<const std::string> arguments, const lint::Destinations& to) {
  const auto options = parse_options(arguments);
  if (!options) return lint::tell(options.error(), to);
  const auto code = run(*options, to);
  if (code) return *code;
  to.err << report::error_message(code.error());
  return ExitCode::Usage;
}

}  // namespace cudep::provoke
