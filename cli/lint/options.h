// The command line of `cudep lint`.
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/lint/selection.h"
#include "cli/report/exit_code.h"
#include "rules/finding.h"

namespace cudep::lint {

enum class Format : std::uint8_t { Text, Json, Sarif };

/// One `--format F[:FILE]`.
struct Output {
  Format format = Format::Text;
  std::optional<std::string> file;  // none: standard output
  bool operator==(const Output&) const = default;
};

enum class ColorChoice : std::uint8_t { Auto, Always, Never };

struct Options {
  std::vector<std::string> files;
  std::optional<std::string> database;       // -p
  std::vector<std::string> clang_arguments;  // after `--`
  bool has_clang_arguments = false;          // `--` was given, though perhaps with nothing after it
  RuleSet rules;
  std::optional<rules::Severity> fail_on = rules::Severity::Warning;  // none: never
  std::vector<Output> outputs;                                        // at least one
  std::string cuda_path;
  unsigned jobs = 1;
  bool verbose = false;
  bool statistics = false;
  bool show_possible = false;
  ColorChoice color = ColorChoice::Auto;
  std::optional<std::string> kernels_out;  // where to write what kernels read and write
};

/// Not a run: the text to print instead, on standard output for `Clean` (help), else on standard error.
struct Usage {
  ExitCode code = ExitCode::Usage;
  std::string text;
};

// Words that other commands take too; an error is one line that names the wrong word.

std::expected<std::optional<rules::Severity>, std::string> parse_level(const std::string& word);
std::expected<ColorChoice, std::string> parse_color(const std::string& word);
std::expected<std::vector<Output>, std::string> parse_outputs(const std::vector<std::string>& words);

/// `arguments` are those after `lint`.
std::expected<Options, Usage> parse_options(std::span<const std::string> arguments);

}  // namespace cudep::lint
