// Reads the command line of `cudep lint`.
#include "cli/lint/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <thread>

#include "rules/model/nearest_word.h"

namespace cudep::lint {
namespace {

constexpr std::array<std::string_view, 3> kFormats = {"text", "json", "sarif"};
constexpr std::array<std::string_view, 4> kLevels = {"note", "warning", "error", "never"};
constexpr std::array<std::string_view, 3> kColors = {"auto", "always", "never"};

/// What CLI11 fills in, before it is understood.
struct Words {
  std::vector<std::string> files, select, ignore, formats;
  std::string database, fail_on = "warning", cuda_path, color = "auto", kernels_out;
  unsigned jobs = 0;
  bool verbose = false, statistics = false, show_possible = false;
};

std::string joined(std::span<const std::string_view> words) { return fmt::format("{}", fmt::join(words, ", ")); }

/// The position of `word` among the words that `option` takes.
std::expected<std::size_t, std::string> choice(std::string_view option, std::string_view word,
                                               std::span<const std::string_view> known) {
  const auto at = std::ranges::find(known, word);
  if (at != known.end()) return static_cast<std::size_t>(at - known.begin());
  const auto nearest = model::nearest_word(word, known);
  return std::unexpected(fmt::format("{}: `{}` is not one of {}{}", option, word, joined(known),
                                     nearest ? fmt::format("; did you mean `{}`?", *nearest) : ""));
}

void add_options(CLI::App& app, Words& words) {
  app.footer("Arguments after `--` are clang's, for files without an entry in a compile database.");
  const auto list = [&](const char* names, std::vector<std::string>& into, const char* help) {
    return app.add_option(names, into, help)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->allow_extra_args(false);
  };
  app.add_option("FILES", words.files, "CUDA sources; with -p and none, every source of the database");
  app.add_option("-p", words.database, "folder of compile_commands.json, or that file")->type_name("DIR");
  list("--select", words.select, "check only these rules (ids, or `default`, `all`, `performance`)")
      ->delimiter(',')
      ->type_name("RULES");
  list("--ignore", words.ignore, "do not check these rules")->delimiter(',')->type_name("RULES");
  app.add_option("--fail-on", words.fail_on, "least level that makes the exit code 1: note, warning, error, never")
      ->type_name("LEVEL")
      ->capture_default_str();
  list("--format", words.formats, "text, json or sarif; to FILE if given, several times if wanted")
      ->type_name("F[:FILE]");
  app.add_option("--cuda-path", words.cuda_path, "root of the CUDA toolkit")->type_name("DIR");
  app.add_option("-j", words.jobs, "units checked at a time; all cores when not given")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U));
  app.add_option("--color", words.color, "auto, always or never")->type_name("WHEN")->capture_default_str();
  app.add_option("--kernels-out", words.kernels_out, "write what kernels read and write, for `cudep audit --kernels`")
      ->type_name("FILE");
  app.add_flag("--show-possible", words.show_possible, "also show findings that rest on something unseen");
  app.add_flag("--verbose", words.verbose, "say what was left out: flags, paths, functions without a body");
  app.add_flag("--statistics", words.statistics, "count units, paths and operations");
}

Usage usage_error(std::string_view message) {
  return {.code = ExitCode::Usage, .text = fmt::format("cudep lint: {}\nsee `cudep lint --help`\n", message)};
}

/// "--fromat" → "unknown option `--fromat`; did you mean `--format`?"
std::string unknown_option(const CLI::App& app, const std::vector<std::string>& remaining) {
  const std::string word = remaining.empty() ? "" : remaining.front().substr(0, remaining.front().find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> known(names.begin(), names.end());
  const auto nearest = model::nearest_word(word, known);
  return fmt::format("there is no option `{}`{}", word, nearest ? fmt::format("; did you mean `{}`?", *nearest) : "");
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

std::expected<Options, std::string> understand(const Words& words) {
  Options options;
  options.files = words.files;
  if (!words.database.empty()) options.database = words.database;
  options.cuda_path = words.cuda_path;
  options.jobs = words.jobs != 0 ? words.jobs : std::max(1U, std::thread::hardware_concurrency());
  options.verbose = words.verbose;
  options.statistics = words.statistics;
  options.show_possible = words.show_possible;
  const auto level = parse_level(words.fail_on);
  if (!level) return std::unexpected(level.error());
  options.fail_on = *level;
  const auto color = parse_color(words.color);
  if (!color) return std::unexpected(color.error());
  options.color = *color;
  if (!words.kernels_out.empty()) options.kernels_out = words.kernels_out;
  auto rules = select_rules(words.select, words.ignore);
  if (!rules) return std::unexpected(rules.error());
  options.rules = std::move(*rules);
  auto outputs = parse_outputs(words.formats);
  if (!outputs) return std::unexpected(outputs.error());
  options.outputs = std::move(*outputs);
  if (options.files.empty() && !options.database)
    return std::unexpected("no file is given; name CUDA sources, or a compile database with -p");
  return options;
}

}  // namespace

std::expected<std::optional<rules::Severity>, std::string> parse_level(const std::string& word) {
  const auto level = choice("--fail-on", word, kLevels);
  if (!level) return std::unexpected(level.error());
  return *level < 3 ? std::optional(static_cast<rules::Severity>(*level)) : std::nullopt;
}

std::expected<ColorChoice, std::string> parse_color(const std::string& word) {
  const auto color = choice("--color", word, kColors);
  if (!color) return std::unexpected(color.error());
  return static_cast<ColorChoice>(*color);
}

std::expected<std::vector<Output>, std::string> parse_outputs(const std::vector<std::string>& words) {
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

std::expected<Options, Usage> parse_options(std::span<const std::string> arguments) {
  const auto dashes = std::ranges::find(arguments, "--");
  CLI::App app("Checks the dependencies between CUDA streams in source code.", "cudep lint");
  Words words;
  add_options(app, words);
  try {
    app.parse(std::vector<std::string>(std::reverse_iterator(dashes), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return std::unexpected(Usage{.code = ExitCode::Clean, .text = app.help()});
  } catch (const CLI::ExtrasError&) {
    return std::unexpected(usage_error(unknown_option(app, app.remaining())));
  } catch (const CLI::ParseError& error) {
    return std::unexpected(usage_error(error.what()));
  }
  auto options = understand(words);
  if (!options) return std::unexpected(usage_error(options.error()));
  options->has_clang_arguments = dashes != arguments.end();
  if (options->has_clang_arguments) options->clang_arguments.assign(dashes + 1, arguments.end());
  return *options;
}

}  // namespace cudep::lint
