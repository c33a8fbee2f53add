// Runs the units, writes the reports, tells problems.
#include "cli/lint/driver.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <utility>

#include "cli/cache/folder.h"
#include "cli/lint/depfile.h"
#include "cli/lint/facts.h"
#include "cli/lint/fix_findings.h"
#include "cli/lint/kept_checks.h"
#include "cli/lint/named_files.h"
#include "cli/lint/progress.h"
#include "cli/report/github.h"
#include "cli/report/gitlab.h"
#include "cli/report/json.h"
#include "cli/report/junit.h"
#include "cli/report/message.h"
#include "cli/report/read_file.h"
#include "cli/report/sarif.h"
#include "cli/report/source_lines.h"
#include "cli/report/text.h"
#include "cli/report/write_file.h"
#include "rules/check.h"

namespace cudep::lint {
namespace {

using report::ProblemKind;
using report::Report;

constexpr std::size_t kShownErrors = 5;                        // of one unit
constexpr std::uint64_t kCacheLimit = std::uint64_t{2} << 30;  // bytes

bool use_color(ColorChoice choice, bool terminal) {
  if (choice != ColorChoice::Auto) return choice == ColorChoice::Always;
  const char* const no_color = std::getenv("NO_COLOR");
  return terminal && (no_color == nullptr || *no_color == '\0');
}

constexpr std::size_t kNarrowest = 60;  // columns; in less, broken sentences are harder to read than long ones

std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < kNarrowest) return 0;
  return size.ws_col;
}

std::string working_folder() {
  std::error_code ignored;
  return std::filesystem::current_path(ignored).string();
}

std::string rendered(const Report& report, const Output& output, const Options& options, bool terminal, ExitCode code) {
  report::SourceLines sources;
  switch (output.format) {
    case Format::Text:
      return report::to_text(report, sources,
                             {.color = use_color(options.color, terminal && !output.file),
                              .width = terminal && !output.file ? terminal_width() : 0});
    case Format::Json:
      return report::to_json(report, sources, {.tool_version = CUDEP_VERSION, .seconds = options.statistics});
    case Format::Sarif:
      return report::to_sarif(
          report, sources,
          {.tool_version = CUDEP_VERSION, .source_root = working_folder(), .exit_code = static_cast<int>(code)});
    case Format::Github:
      return report::to_github(report, sources, working_folder());
    case Format::Gitlab:
      return report::to_gitlab(report, sources, working_folder());
    case Format::Junit:
      return report::to_junit(report, sources);
  }
  return {};
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
  for (const report::Remark& note : unit.remarks)
    to.err << (note.site.line == 0 ? fmt::format("{}: note: {}\n", unit.file, note.message)
                                   : fmt::format("{}:{}:{}: note: {}\n", note.site.file, note.site.line,
                                                 note.site.column, note.message));
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

/// Those of the command line, and those that a configuration turns on.
rules::RuleSet checked_rules(const Options& options, const config::Configurations& configurations) {
  rules::RuleSet rules = options.rules;
  if (!options.selects_rules) rules.merge(configurations.turned_on());
  return rules;
}

}  // namespace

ExitCode write_reports(const Report& report, const Options& options, const Destinations& to, ExitCode code) {
  for (const Output& output : options.outputs) {
    const std::string text = rendered(report, output, options, to.out_is_terminal, code);
    if (!output.file) {
      to.out << text << std::flush;
    } else if (!report::write_file(*output.file, text, to.err)) {
      code = code == ExitCode::Internal ? code : ExitCode::Usage;
    }
  }
  return code;
}

Report assemble(Checked checked, std::vector<report::Unit> rejected, const Options& options,
                const config::Configurations& configurations, adoption::Screen& screen) {
  Report report;
  report.units = std::move(checked.units);
  std::ranges::move(rejected, std::back_inserter(report.units));
  report.findings =
      configurations.apply(rules::merge(std::move(checked.findings)), options.rules, options.selects_rules);
  screen.apply(report, checked_rules(options, configurations));
  if (options.show_possible) return report;
  const auto is_possible = [](const rules::Finding& finding) {
    return finding.confidence == rules::Confidence::Possible;
  };
  report.hidden_possible = std::erase_if(report.findings, is_possible);
  std::erase_if(report.suppressed, [&](const report::Suppressed& entry) { return is_possible(entry.finding); });
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

namespace {

void tell(const Report& report, const Options& options, const Destinations& to) {
  for (const report::Unit& unit : report.units) {
    tell_problems(unit, options, to);
    if (options.verbose) tell_omissions(unit, to);
  }
  for (const report::Remark& comment : report.idle_comments)
    to.err << fmt::format("{}:{}:{}: warning: {}\n", comment.site.file, comment.site.line, comment.site.column,
                          comment.message);
  if (options.statistics) to.err << report::statistics_text(report);
}

/// The configuration of each file, or the one that the command line names.
std::expected<config::Configurations, std::string> configurations(const Options& options,
                                                                  const std::vector<std::string>& files) {
  if (options.config) {
    auto only = config::read(*options.config);
    if (!only) return std::unexpected(config::to_text(only.error()));
    return config::Configurations(*std::move(only));
  }
  config::Configurations all;
  for (const std::string& file : files)
    if (const auto added = all.add(file); !added) return std::unexpected(config::to_text(added.error()));
  return all;
}

/// What all files of a run have in common.
struct Surroundings {
  config::Configurations configurations;
  adoption::Screen screen;
};

std::expected<Surroundings, std::string> surroundings(const Options& options, const std::vector<std::string>& files) {
  auto configured = configurations(options, files);
  if (!configured) return std::unexpected(std::move(configured.error()));
  if (const auto kept = keep_inputs(configured->files(), written_files(options)); !kept)
    return std::unexpected(report::error_message(kept.error()));
  auto screen = adoption::Screen::open(options.adoption);
  if (!screen) return std::unexpected(report::error_message(screen.error()));
  return Surroundings{.configurations = *std::move(configured), .screen = *std::move(screen)};
}

/// From the facts of all units to reports. `fixing`: what it takes to change files and look at them again.
ExitCode check(std::vector<UnitFacts> units, std::vector<report::Unit> rejected, const Options& options,
               Surroundings& around, const Destinations& to, const std::optional<Fixing>& fixing = std::nullopt) {
  ExitCode written = ExitCode::Clean;
  if (options.kernels_out &&
      !report::write_file(*options.kernels_out, kernels::to_json(summarize_kernels(units)), to.err))
    written = ExitCode::Usage;
  const CheckUnitsOptions how = {.functions = around.configurations.functions(),
                                 .rules = checked_rules(options, around.configurations),
                                 .jobs = options.jobs};
  const std::vector<UnitFacts> unchanged = fixing ? units : std::vector<UnitFacts>();
  const Checked checked = check_or_find(std::move(units), how, options.cache);
  Report report = assemble(checked, std::move(rejected), options, around.configurations, around.screen);
  if (fixing && !fix_findings(report, checked, unchanged, how, *fixing, to)) written = ExitCode::Usage;
  const ExitCode found = exit_code(report, options.fail_on);
  const bool has_baseline = !around.screen.new_baseline() ||
                            report::write_file(*options.adoption.write_baseline, *around.screen.new_baseline(), to.err);
  if (!has_baseline) written = ExitCode::Usage;
  ExitCode code = written == ExitCode::Clean || found == ExitCode::Internal ? found : written;
  if (has_baseline) code = write_reports(report, options, to, code);  // else they would call findings known
  tell(report, options, to);
  return code;
}

/// Facts are for `cudep link`, which checks them.
ExitCode write_facts(const std::vector<UnitFacts>& units, std::vector<report::Unit> rejected, const Options& options,
                     const Destinations& to) {
  if (!report::write_file(*options.facts_out, print_facts(units), to.err)) return ExitCode::Usage;
  if (options.depfile && !report::write_file(*options.depfile, print_depfile(*options.facts_out, units), to.err))
    return ExitCode::Usage;
  Report report;
  for (const UnitFacts& facts : units)
    report.units.push_back({.file = facts.file, .problems = facts.problems, .remarks = facts.remarks});
  std::ranges::move(rejected, std::back_inserter(report.units));
  tell(report, options, to);
  return exit_code(report, options.fail_on);
}

std::expected<std::vector<UnitFacts>, std::string> read_facts(const std::vector<std::string>& files) {
  std::vector<UnitFacts> all;
  for (const std::string& file : files) {
    const auto text = report::read_file(file);
    if (!text)
      return std::unexpected(fmt::format("{}: {}; name files that `cudep lint --facts-out` wrote", file, text.error()));
    auto units = parse_facts(*text, file);
    if (!units) return std::unexpected(std::move(units.error()));
    std::ranges::move(*units, std::back_inserter(all));
  }
  return all;
}

/// The files of the units and, where they are known, all that these include.
std::vector<std::string> sources_of(const std::vector<UnitFacts>& units) {
  std::vector<std::string> files;
  for (const UnitFacts& facts : units) {
    files.push_back(facts.file);
    files.insert(files.end(), facts.files.begin(), facts.files.end());
  }
  return files;
}

/// One that nobody asked for only costs time.
void tell_useless_cache(const Options& options, const Destinations& to) {
  if (!options.cache_is_named || options.cache.empty()) return;
  if (const std::string why = cache::Folder(options.cache).obstacle(); !why.empty())
    to.err << report::message(rules::Severity::Warning,
                              fmt::format("nothing can be kept in the cache {}: {}", options.cache, why));
}

ExitCode fail(const std::string& message, const Destinations& to) {
  to.err << report::error_message(message);
  return ExitCode::Usage;
}

}  // namespace

ExitCode lint(std::span<const std::string> arguments, const LowerUnit& lower, const Destinations& to) {
  const auto start = std::filesystem::file_time_type::clock::now();
  const auto options = parse_options(arguments);
  if (!options) return tell(options.error(), to);
  if (const auto kept = keep_inputs(read_files(*options), written_files(*options)); !kept)
    return fail(kept.error(), to);
  auto found = inputs(*options);
  if (!found) return fail(found.error(), to);
  if (!found->note.empty()) to.err << found->note;
  tell_useless_cache(*options, to);
  if (options->verbose) tell_dropped_flags(*found, to);
  std::vector<std::string> files;
  for (const UnitRequest& request : found->requests) files.push_back(request.shown);
  auto around = surroundings(*options, files);
  if (!around) return tell({.text = around.error()}, to);
  std::vector<UnitFacts> units;
  {
    Progress progress(to.err, to.err_is_terminal, found->requests.size());
    units = lower_all(found->requests, options->jobs, lower, progress);
  }
  if (!options->cache.empty()) cache::Folder(options->cache).trim(kCacheLimit);
  if (const auto kept = keep_inputs(sources_of(units), written_files(*options)); !kept) return fail(kept.error(), to);
  if (options->facts_out) return write_facts(units, std::move(found->rejected), *options, to);
  const auto fixing =
      options->fix
          ? std::optional(Fixing{.requests = found->requests, .lower = lower, .cache = options->cache, .start = start})
          : std::nullopt;
  return check(std::move(units), std::move(found->rejected), *options, *around, to, fixing);
}

ExitCode link(std::span<const std::string> arguments, const Destinations& to) {
  const auto options = parse_link_options(arguments);
  if (!options) return tell(options.error(), to);
  if (const auto kept = keep_inputs(read_files(*options), written_files(*options)); !kept)
    return fail(kept.error(), to);
  tell_useless_cache(*options, to);
  auto units = read_facts(options->files);
  if (!units) return fail(units.error(), to);
  const std::vector<std::string> files = sources_of(*units);
  if (const auto kept = keep_inputs(files, written_files(*options)); !kept) return fail(kept.error(), to);
  auto around = surroundings(*options, files);
  if (!around) return tell({.text = around.error()}, to);
  return check(*std::move(units), {}, *options, *around, to);
}

}  // namespace cudep::lint
