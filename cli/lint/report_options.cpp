// Declares the options of reports and understands them.
#include "cli/lint/report_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "cli/lint/options.h"
#include "rules/model/nearest_word.h"

namespace cudep::lint {
namespace {

constexpr std::array<std::string_view, 6> kFormats = {"text", "json", "sarif", "github", "gitlab", "junit"};
constexpr std::array<std::string_view, 4> kLevels = {"note", "warning", "error", "never"};
constexpr std::array<std::string_view, 3> kColors = {"auto", "always", "never"};

std::string joined(std::span<const std::string_view> words) { return fmt::format("{}", fmt::join(words, ", ")); }

/// The position of `word` among the words that `option` takes.
std::expected<std::size_t, std::string> choice(std::string_view option, std::string_view word,
                                               std::span<const std::string_view> known) {
  const auto at = std::ranges::find(known, word);
  if (at != known.end()) return static_cast<std::size_t>(at - known.begin());
  return std::unexpected(
      fmt::format("{}: `{}` is not one of {}{}", option, word, joined(known), model::suggestion(word, known)));
}

std::expected<Output, std::string> parse_output(const std::string& word) {
  const std::size_t colon = word.find(':');
  const auto format = choice("--format", word.substr(0, colon), kFormats);
  if (!format) return std::unexpected(format.error());
  Output output{.format = static_cast<Format>(*format), .file = std::nullopt};
  if (colon == std::string::npos) return output;
  output.file = word.substr(colon + 1);
  if (output.file->empty()) return std::unexpected(fmt::format("--format: `{}` names no file after the colon", word));
  return output;
}

std::expected<std::optional<rules::Severity>, std::string> level_of(const std::string& word) {
  const auto level = choice("--fail-on", word, kLevels);
  if (!level) return std::unexpected(level.error());
  return *level < 3 ? std::optional(static_cast<rules::Severity>(*level)) : std::nullopt;
}

std::expected<ColorChoice, std::string> color_of(const std::string& word) {
  const auto color = choice("--color", word, kColors);
  if (!color) return std::unexpected(color.error());
  return static_cast<ColorChoice>(*color);
}

std::expected<std::vector<Output>, std::string> outputs_of(const std::vector<std::string>& words) {
  std::vector<Output> outputs;
  for (const std::string& word : words) {
    auto output = parse_output(word);
    if (!output) return std::unexpected(output.error());
    outputs.push_back(std::move(*output));
  }
  if (outputs.empty()) outputs.emplace_back();
  if (std::ranges::count_if(outputs, [](const Output& output) { return !output.file; }) > 1)
    return std::unexpected(
        "--format: only one report can go to standard output; give the others a file, as in sarif:FILE");
  return outputs;
}

}  // namespace

CLI::Option* add_list(CLI::App& app, const char* names, std::vector<std::string>& into, const char* help) {
  return app.add_option(names, into, help)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

void add_rule_options(CLI::App& app, ReportWords& words) {
  add_list(app, "--select", words.select, "check only these rules (ids, or `default`, `all`, `performance`)")
      ->delimiter(',')
      ->type_name("RULES");
  add_list(app, "--ignore", words.ignore, "do not check these rules")->delimiter(',')->type_name("RULES");
}

void add_report_options(CLI::App& app, ReportWords& words) {
  app.add_option("--fail-on", words.fail_on, "least level that makes the exit code 1: note, warning, error, never")
      ->type_name("LEVEL")
      ->capture_default_str();
  add_list(app, "--format", words.formats,
           "text, json, sarif, github, gitlab or junit; to FILE if given, several times if wanted")
      ->type_name("F[:FILE]");
  app.add_option("--color", words.color, "auto, always or never")->type_name("WHEN")->capture_default_str();
  app.add_flag("--show-possible", words.show_possible, "also show findings that rest on something unseen");
}

std::expected<Options, std::string> understand(const ReportWords& words) {
  const auto level = level_of(words.fail_on);
  if (!level) return std::unexpected(level.error());
  const auto color = color_of(words.color);
  if (!color) return std::unexpected(color.error());
  auto rules = select_rules(words.select, words.ignore);
  if (!rules) return std::unexpected(rules.error());
  auto outputs = outputs_of(words.formats);
  if (!outputs) return std::unexpected(outputs.error());
  return Options{.rules = std::move(*rules),
                 .fail_on = *level,
                 .outputs = std::move(*outputs),
                 .show_possible = words.show_possible,
                 .color = *color};
}

}  // namespace cudep::lint
