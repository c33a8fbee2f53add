// Reads the command line of `cudep provoke`.
#include "cli/provoke/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace cudep::provoke {
namespace {

/// What CLI11 fills in, before it is understood.
struct Words {
  std::vector<std::string> formats;
  std::string finding, check, static_findings, kernels, fail_on = "warning", color = "auto";
  bool show_possible = false;
};

void add_options(CLI::App& app, Options& options, Words& words) {
  app.footer(
      "Runs the program twice as it is, then twice for each finding of the run: with a delay before its earlier "
      "operation, and with a pause of the host after it.\nA finding for which the two differ in exit code or output is "
      "reproduced; --check decides instead where these differ from run to run.\nWithout findings each stream is made "
      "late in turn. All output is kept in the folder RUN.provoke.");
  app.add_option("RUN", options.trace, "the trace, as `cudep trace -o RUN.cudep` writes it")->required();
  app.add_option("--finding", words.finding, "only this one: its number in the report, or its fingerprint")
      ->type_name("ID");
  app.add_option("--delay", options.milliseconds, "how long each delay is, in milliseconds")
      ->type_name("MS")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  app.add_option("--check", words.check,
                 "a shell command that fails when the program did wrong; it sees CUDEP_STDOUT, CUDEP_STDERR (files) "
                 "and CUDEP_EXIT")
      ->type_name("CMD");
  app.add_option("--timeout", options.timeout, "seconds after which a run is ended; that counts as an outcome")
      ->type_name("S")
      ->check(CLI::Range(1, 86400))
      ->capture_default_str();
  app.add_option("--static", words.static_findings, "findings of `cudep lint --format json`, to be provoked too")
      ->type_name("FINDINGS.json");
  app.add_option("--kernels", words.kernels, "what kernels read and write, from `cudep lint --kernels-out`")
      ->type_name("KERNELS.json");
  app.add_option("--fail-on", words.fail_on, "least level that makes the exit code 1: note, warning, error, never")
      ->type_name("LEVEL")
      ->capture_default_str();
  app.add_option("--format", words.formats, "text, json or sarif; to FILE if given, several times if wanted")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false)
      ->type_name("F[:FILE]");
  app.add_option("--color", words.color, "auto, always or never")->type_name("WHEN")->capture_default_str();
  app.add_flag("--show-possible", words.show_possible, "also provoke findings that rest on something unseen");
}

std::expected<Options, std::string> understand(Options options, const Words& words) {
  const auto given = [](const std::string& word) { return word.empty() ? std::nullopt : std::optional(word); };
  options.finding = given(words.finding);
  options.check = given(words.check);
  options.static_findings = given(words.static_findings);
  options.kernels = given(words.kernels);
  options.report.show_possible = words.show_possible;
  const auto level = lint::parse_level(words.fail_on);
  if (!level) return std::unexpected(level.error());
  options.report.fail_on = *level;
  const auto color = lint::parse_color(words.color);
  if (!color) return std::unexpected(color.error());
  options.report.color = *color;
  auto rules = lint::select_rules({}, {});
  if (!rules) return std::unexpected(rules.error());
  options.report.rules = std::move(*rules);
  auto outputs = lint::parse_outputs(words.formats);
  if (!outputs) return std::unexpected(outputs.error());
  options.report.outputs = std::move(*outputs);
  return options;
}

lint::Usage usage_error(std::string_view message) {
  return {.code = ExitCode::Usage, .text = fmt::format("cudep provoke: {}\nsee `cudep provoke --help`\n", message)};
}

}  // namespace

std::expected<Options, lint::Usage> parse_options(std::span<const std::string> arguments) {
  CLI::App app(
      "Runs a recorded program again with delays, to make its races show: cudep provoke RUN.cudep [OPTIONS] -- PROGRAM "
      "[ARGUMENTS]",
      "cudep provoke");
  Options options;
  Words words;
  add_options(app, options, words);
  const auto separator = std::ranges::find(arguments, "--");
  std::vector<std::string> own(arguments.begin(), separator);
  std::ranges::reverse(own);
  try {
    app.parse(std::move(own));
  } catch (const CLI::CallForHelp&) {
    return std::unexpected(lint::Usage{.code = ExitCode::Clean, .text = app.help()});
  } catch (const CLI::ParseError& error) {
    return std::unexpected(usage_error(error.what()));
  }
  if (separator != arguments.end()) options.command.assign(separator + 1, arguments.end());
  if (options.command.empty()) return std::unexpected(usage_error("no program is given; it stands after `--`"));
  auto understood = understand(std::move(options), words);
  if (!understood) return std::unexpected(usage_error(understood.error()));
  return *understood;
}

}  // namespace cudep::provoke
