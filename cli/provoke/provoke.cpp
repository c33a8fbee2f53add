// Plain runs, delayed runs, and the report.
#include "cli/provoke/provoke.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "cli/audit/audit.h"
#include "cli/audit/judgement.h"
#include "cli/audit/run_reader.h"
#include "cli/audit/static_findings.h"
#include "cli/provoke/options.h"
#include "cli/provoke/outcome.h"
#include "cli/provoke/sites.h"
#include "cli/report/fingerprint.h"
#include "rules/check.h"
#include "tracer/format/reader.h"
#include "tracer/launch/launch.h"

namespace cudep::provoke {
namespace {

using Environment = std::vector<std::pair<std::string, std::string>>;

/// What came of a run with delays.
struct Delayed {
  std::string difference;  // from the plain runs; empty: none
  std::uint32_t delays = 0;
  std::filesystem::path folder;
};

class Runs {
 public:
  Runs(const Options& options, std::filesystem::path folder) : options_(options), folder_(std::move(folder)) {}

  /// Runs the program twice as it is; what is wrong when the two differ.
  std::expected<void, std::string> run_plain() {
    plain_ = run("plain-1", {});
    const Outcome second = run("plain-2", {});
    if (plain_.end.kind == End::Kind::NotStarted)
      return std::unexpected(fmt::format("{} does not start", options_.command.front()));
    const std::string differs = difference(plain_, second);
    if (differs.empty()) return {};
    return std::unexpected(
        fmt::format("two runs without a delay differ ({}), so that a change would say nothing: say "
                    "with --check CMD what a right run is (both are kept in {})",
                    differs, folder_.string()));
  }

  Delayed run_delayed(const std::string& name, const std::vector<format::DelaySite>& sites) {
    const std::filesystem::path folder = folder_ / name;
    std::filesystem::create_directories(folder);
    const std::filesystem::path plan = std::filesystem::absolute(folder / "plan");
    std::ofstream(plan) << format::to_text({.milliseconds = options_.milliseconds, .sites = sites});
    const Outcome outcome = run(name, {{"CUDEP_DELAY_PLAN", plan}});
    const auto trace = format::read_trace(folder / "run.cudep");
    return {difference(plain_, outcome), trace ? trace->delays : 0, folder};
  }

 private:
  /// Kernels are loaded at the start: a first launch might wait for the device, which would hide what a delay does.
  Outcome run(const std::string& name, const Environment& more) {
    const std::filesystem::path folder = folder_ / name;
    std::filesystem::create_directories(folder);
    std::filesystem::remove(folder / "run.cudep");
    ProgramRun run{.command = options_.command, .environment = more, .timeout = options_.timeout};
    run.environment.emplace_back("CUDA_MODULE_LOADING", "EAGER");
    run.environment.emplace_back("CUDA_INJECTION64_PATH", launch::recorder_path());
    run.environment.emplace_back("CUDEP_TRACE_FILE", std::filesystem::absolute(folder / "run.cudep"));
    return outcome_of(run_program(run, folder), folder, options_.check);
  }

  const Options& options_;
  std::filesystem::path folder_;
  Outcome plain_;
};

std::string count_of_delays(std::uint32_t count) { return count == 1 ? "once" : fmt::format("{} times", count); }

/// Sets what a delay did, and the verdict that follows.
void judge(const Delayed& delayed, unsigned milliseconds, rules::Verdict& verdict) {
  if (delayed.delays == 0) {
    verdict.provoked = "not provoked: the run did not come to the earlier operation again";
    return;
  }
  const std::string delay =
      fmt::format("a delay of {} ms before the earlier operation, {},", milliseconds, count_of_delays(delayed.delays));
  if (delayed.difference.empty()) {
    verdict.provoked = fmt::format("{} changed nothing that can be seen", delay);
    return;
  }
  verdict.kind = rules::VerdictKind::Reproduced;
  verdict.provoked =
      fmt::format("{} changed the outcome: {} (kept in {})", delay, delayed.difference, delayed.folder.string());
}

class Provoking {
 public:
  Provoking(const Options& options, const kernels::SummaryFile* kernels, const lint::Destinations& to)
      : options_(options), to_(to), reader_(kernels), runs_(options, folder_of(options.trace)) {}

  std::expected<ExitCode, std::string> run() {
    const auto trace = format::read_trace(options_.trace);
    if (!trace) return std::unexpected(trace.error());
    if (!trace->has_stacks) return std::unexpected(options_.trace + ": recorded without stacks, which name the places");
    const audit::Run recorded = reader_.read(options_.trace, *trace, to_.err);
    find(recorded, trace->calls.size());
    if (auto chosen = choose(); !chosen) return std::unexpected(chosen.error());
    if (auto plain = runs_.run_plain(); !plain) return std::unexpected(plain.error());
    SubmissionSites sites(*trace, recorded.replayed, reader_.symbols());
    const bool control_changed = report_.findings.empty() && control(sites);
    for (std::size_t i = 0; i < report_.findings.size(); ++i) provoke(i, sites);
    const report::Report counted{.findings = audit::shown_by_runs(report_), .units = report_.units};
    const ExitCode code = lint::exit_code(counted, options_.report.fail_on);
    return lint::write_reports(report_, options_.report, to_, control_changed ? ExitCode::Findings : code);
  }

 private:
  static std::filesystem::path folder_of(std::filesystem::path trace) {
    return trace.extension() == ".cudep" ? trace.replace_extension(".provoke") : trace += ".provoke";
  }

  void find(const audit::Run& run, std::size_t calls) {
    const auto merged = rules::merge(rules::check(run.replayed.list));
    const auto shown = lint::shown(merged, options_.report.rules, options_.report.show_possible);
    report_.hidden_possible = merged.size() - shown.size();
    report_.units.push_back({.file = options_.trace, .operations = calls});
    audit::add_judged(nullptr, {run}, shown, report_);
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
    const auto of_finding = sites.of(report_.findings[i]);
    rules::Verdict& verdict = report_.verdicts[i];
    if (of_finding.empty()) {
      verdict.provoked = "not provoked: the earlier operation is not submitted to a stream";
      return;
    }
    judge(runs_.run_delayed(fmt::format("finding-{}", numbers_[i]), of_finding), options_.milliseconds, verdict);
  }

  /// Makes each stream late in turn; whether that changed anything.
  bool control(SubmissionSites& sites) {
    bool changed = false;
    for (const SubmissionSites::OfStream& late : sites.by_stream()) {
      const Delayed delayed = runs_.run_delayed(fmt::format("stream-{}", ++controls_), late.sites);
      const std::string what = delayed.difference.empty() ? "nothing changed" : "it changed: " + delayed.difference;
      to_.out << fmt::format("stream `{}` late by {} ms, {}: {}\n", late.stream, options_.milliseconds,
                             count_of_delays(delayed.delays), what);
      changed = changed || !delayed.difference.empty();
    }
    return changed;
  }

  const Options& options_;
  const lint::Destinations& to_;
  audit::RunReader reader_;
  Runs runs_;
  report::Report report_;
  std::vector<std::size_t> numbers_;  // of the findings, in the report of all
  int controls_ = 0;
};

std::expected<std::optional<kernels::SummaryFile>, std::string> read_kernels(const Options& options) {
  if (!options.kernels) return std::nullopt;
  const auto text = audit::read_file(*options.kernels);
  if (!text) return std::unexpected(text.error());
  auto file = kernels::parse_summaries(*text, *options.kernels);
  if (!file) return std::unexpected(file.error());
  return std::move(*file);
}

std::expected<ExitCode, std::string> run(const Options& options, const lint::Destinations& to) {
  const auto kernels = read_kernels(options);
  if (!kernels) return std::unexpected(kernels.error());
  return Provoking(options, *kernels ? &**kernels : nullptr, to).run();
}

}  // namespace

ExitCode provoke(std::span<const std::string> arguments, const lint::Destinations& to) {
  const auto options = parse_options(arguments);
  if (!options) {
    (options.error().code == ExitCode::Clean ? to.out : to.err) << options.error().text;
    return options.error().code;
  }
  const auto code = run(*options, to);
  if (code) return *code;
  to.err << "cudep provoke: " << code.error() << "\n";
  return ExitCode::Usage;
}

}  // namespace cudep::provoke
