// Reads the command line of `cudep audit`.
#include "cli/audit/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace cudep::audit {
namespace {

/// What CLI11 fills in, before it is understood.
struct Words {
  std::vector<std::string> traces, sources, select, ignore, formats;
  std::string static_findings, kernels, database, fail_on = "warning", color = "auto";
  bool show_possible = false;
};

void add_options(CLI::App& app, Words& words) {
  app.footer(
      "Of findings of the source, those that the run confirms and those that only it shows count for the exit code.");
  const auto list = [&](const char* names, std::vector<std::string>& into, const char* help) {
    return app.add_option(names, into, help)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
  };
  app.add_option("RUNS", words.traces, "traces, as `cudep trace -o RUN.cudep` writes them");
  list("--source", words.sources, "lint this file of the program: its findings get verdicts, its kernels are known")
      ->type_name("FILE");
  app.add_option("-p", words.database, "where compile_commands.json is, for --source")->type_name("DIR");
  app.add_option("--static", words.static_findings, "findings of `cudep lint --format json`: each gets a verdict")
      ->type_name("FINDINGS.json");
  app.add_option("--kernels", words.kernels, "what kernels read and write, from `cudep lint --kernels-out`")
      ->type_name("KERNELS.json");
  list("--select", words.select, "check only these rules")->delimiter(',')->type_name("RULES");
  list("--ignore", words.ignore, "do not check these rules")->delimiter(',')->type_name("RULES");
  app.add_option("--fail-on", words.fail_on, "least level that makes the exit code 1: note, warning, error, never")
      ->type_name("LEVEL")
      ->capture_default_str();
  list("--format", words.formats, "text, json or sarif; to FILE if given, several times if wanted")
      ->type_name("F[:FILE]");
  app.add_option("--color", words.color, "auto, always or never")->type_name("WHEN")->capture_default_str();
  app.add_flag("--show-possible", words.show_possible, "also show findings that rest on something unseen");
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
  options.report.show_possible = words.show_possible;
  const auto level = lint::parse_level(words.fail_on);
  if (!level) return std::unexpected(level.error());
  options.report.fail_on = *level;
  const auto color = lint::parse_color(words.color);
  if (!color) return std::unexpected(color.error());
  options.report.color = *color;
  auto rules = lint::select_rules(words.select, words.ignore);
  if (!rules) return std::unexpected(rules.error());
  options.report.rules = std::move(*rules);
  auto outputs = lint::parse_outputs(words.formats);
  if (!outputs) return std::unexpected(outputs.error());
  options.report.outputs = std::move(*outputs);
  if (options.traces.empty())
    return std::unexpected("no trace is given; record one with `cudep trace -o RUN.cudep -- APP`");
  return options;
}

lint::Usage usage_error(std::string_view message) {
  return {.code = ExitCode::Usage, .text = fmt::format("cudep audit: {}\nsee `cudep audit --help`\n", message)};
}

}  // namespace

std::expected<Options, lint::Usage> parse_options(std::span<const std::string> arguments) {
  CLI::App app("Judges recorded runs, and says of each finding of the source whether they confirm it.", "cudep audit");
  Words words;
  add_options(app, words);
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return std::unexpected(lint::Usage{.code = ExitCode::Clean, .text = app.help()});
  } catch (const CLI::ParseError& error) {
    return std::unexpected(usage_error(error.what()));
  }
  auto options = understand(words);
  if (!options) return std::unexpected(usage_error(options.error()));
  return *options;
}

}  // namespace cudep::audit
