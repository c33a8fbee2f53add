// Reads the command line of `cudep audit`.
#include "cli/audit/options.h"

#include <CLI/CLI.hpp>

namespace cudep::audit {
namespace {

/// What CLI11 fills in, before it is understood.
struct Words {
  std::vector<std::string> traces, sources;
  std::string static_findings, kernels, database;
  lint::ReportWords report;
};

void add_options(CLI::App& app, Words& words) {
  app.footer(
      "Of findings of the source, those that the run confirms and those that only it shows count for the exit code: 1 "
      "when there are such, 0 when not.\nIt is 3 when a trace is damaged or was cut off, so that only a part of it was "
      "judged, and 2 when one cannot be read at all. A program that was killed leaves a whole trace.");
  app.add_option("RUNS", words.traces, "traces, as `cudep trace -o RUN.cudep` writes them");
  lint::add_list(app, "--source", words.sources,
                 "lint this file of the program: its findings get verdicts, its kernels are known")
      ->type_name("FILE");
  app.add_option("-p", words.database, "where compile_commands.json is, for --source")->type_name("DIR");
  app.add_option("--static", words.static_findings, "findings of `cudep lint --format json`: each gets a verdict")
      ->type_name("FINDINGS.json");
  app.add_option("--kernels", words.kernels, "what kernels read and write, from `cudep lint --kernels-out`")
      ->type_name("KERNELS.json");
  lint::add_rule_options(app, words.report);
  lint::add_report_options(app, words.report);
}

std::expected<Options, std::string> understand(const Words& words) {
  Options options{.traces = words.traces};
  if (!words.static_findings.empty()) options.static_findings = words.static_findings;
  if (!words.kernels.empty()) options.kernels = words.kernels;
  options.sources = words.sources;
  if (!words.database.empty()) options.database = words.database;
  if (!options.sources.empty() && (options.static_findings || options.kernels))
    return std::unexpected("--source stands for --static and --kernels: give it alone");
  if (options.database && options.sources.empty()) return std::unexpected("-p is for --source, and no source is given");
  auto report = lint::understand(words.report);
  if (!report) return std::unexpected(report.error());
  options.report = std::move(*report);
  if (options.traces.empty())
    return std::unexpected("no trace is given; record one with `cudep trace -o RUN.cudep -- APP`");
  return options;
}

}  // namespace

std::vector<std::string> read_files(const Options& options) {
  std::vector<std::string> files = options.traces;
  files.insert(files.end(), options.sources.begin(), options.sources.end());
  for (const auto& file : {options.static_findings, options.kernels, options.database})
    if (file) files.push_back(*file);
  return files;
}

std::expected<Options, lint::Usage> parse_options(std::span<const std::string> arguments) {
  CLI::App app("Judges recorded runs, and says of each finding of the source whether they confirm it.", "cudep audit");
  Words words;
  add_options(app, words);
  if (auto parsed = lint::parse(app, arguments); !parsed) return std::unexpected(parsed.error());
  auto options = understand(words);
  if (!options) return std::unexpected(lint::usage_error(app, options.error()));
  return *options;
}

}  // namespace cudep::audit
