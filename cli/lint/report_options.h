// The options of reports, which `lint`, `audit` and `provoke` share: rules, levels, formats and color.
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "cli/lint/selection.h"
#include "rules/finding.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace cudep::lint {

struct Options;

enum class Format : std::uint8_t { Text, Json, Sarif, Github, Gitlab, Junit };

/// One `--format F[:FILE]`.
struct Output {
  Format format = Format::Text;
  std::optional<std::string> file;  // none: standard output
  bool operator==(const Output&) const = default;
};

enum class ColorChoice : std::uint8_t { Auto, Always, Never };

/// What CLI11 fills in, before it is understood.
struct ReportWords {
  std::vector<std::string> select, ignore, formats;
  std::string fail_on = "warning", color = "auto";
  bool show_possible = false;
};

/// An option that takes one word and may be given several times.
CLI::Option* add_list(CLI::App& app, const char* names, std::vector<std::string>& into, const char* help);

/// --select and --ignore.
void add_rule_options(CLI::App& app, ReportWords& words);
/// The others.
void add_report_options(CLI::App& app, ReportWords& words);

/// Options with what the words say of the report; an error is one line that names the wrong word.
std::expected<Options, std::string> understand(const ReportWords& words);

}  // namespace cudep::lint
