// Reads the command line of `cudep provoke`.
#include "cli/provoke/options.h"

#include <CLI/CLI.hpp>

namespace cudep::provoke {
namespace {

/// What CLI11 fills in, before it is understood.
struct Words {
  std::string finding, check, static_findings, kernels;
  lint::ReportWords report;
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
      ->check(lint::whole_number(1, 10000))
      ->capture_default_str();
  app.add_option("--check", words.check,
                 "a shell command that fails when the program did wrong; it sees CUDEP_STDOUT, CUDEP_STDERR (files) "
                 "and CUDEP_EXIT")
      ->type_name("CMD");
  app.add_option("--timeout", options.timeout, "seconds after which a run is ended; that counts as an outcome")
      ->type_name("S")
      ->check(lint::whole_number(1, 86400))
      ->capture_default_str();
  app.add_option("--static", words.static_findings, "findings of `cudep lint --format json`, to be provoked too")
      ->type_name("FINDINGS.json");
  app.add_option("--kernels", words.kernels, "what kernels read and write, from `cudep lint --kernels-out`")
      ->type_name("KERNELS.json");
  lint::add_report_options(app, words.report);
  app.get_option("--show-possible")->description("also provoke findings that rest on something unseen");
}

std::expected<Options, std::string> understand(Options options, const Words& words) {
  const auto given = [](const std::string& word) { return word.empty() ? std::nullopt : std::optional(word); };
  options.finding = given(words.finding);
  options.check = given(words.check);
  options.static_findings = given(words.static_findings);
  options.kernels = given(words.kernels);
  auto report = lint::understand(words.report);
  if (!report) return std::unexpected(report.error());
  options.report = std::move(*report);
  return options;
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
  auto command = lint::parse_before_program(app, arguments);
  if (!command) return std::unexpected(command.error());
  options.command = std::move(*command);
  auto understood = understand(std::move(options), words);
  if (!understood) return std::unexpected(lint::usage_error(app, understood.error()));
  return *understood;
}

}  // namespace cudep::provoke
