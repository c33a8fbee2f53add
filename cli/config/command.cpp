#include "cli/config/command.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string_view>

#include "cli/config/configuration.h"
#include "cli/report/message.h"
#include "cli/report/report.h"
#include "rules/model/nearest_word.h"

namespace cudep::config {
namespace {

constexpr std::array<std::string_view, 2> kActions = {"dump", "verify"};
constexpr std::string_view kUsage =
    "usage: cudep config dump [SOURCE]     the configuration that counts for a source file, or for this folder\n"
    "       cudep config verify [FILE]     says what is wrong with a configuration, or with the one of this folder\n";

/// `source` is a file, or a folder, for any file in it.
ExitCode dump(const std::string& source, std::ostream& out, std::ostream& err) {
  std::error_code failed;
  if (!std::filesystem::exists(source, failed)) {
    err << report::error_message(fmt::format("config: {}: no such file or folder; name a source file", source));
    return ExitCode::Usage;
  }
  const bool is_folder = std::filesystem::is_directory(source, failed);
  const auto file = find(is_folder ? fmt::format("{}/{}", source, kFileName) : source);
  if (!file) {
    out << fmt::format("# no {} in this folder or above: nothing is configured\n", kFileName);
    return ExitCode::Clean;
  }
  const auto configuration = read(*file);
  if (!configuration) {
    err << to_text(configuration.error());
    return ExitCode::Usage;
  }
  out << "# " << *file << "\n" << to_yaml(*configuration);
  return ExitCode::Clean;
}

ExitCode verify(const std::optional<std::string>& file, std::ostream& out, std::ostream& err) {
  if (!file) {
    err << report::error_message(fmt::format("config: no {} in this folder or above; name a file", kFileName));
    return ExitCode::Usage;
  }
  const auto configuration = read(*file);
  if (!configuration) {
    out << to_text(configuration.error());
    return ExitCode::Usage;
  }
  out << fmt::format("{}: right; {}, {}, {}\n", *file, report::counted(configuration->functions.size(), "function"),
                     report::counted(configuration->rules.size(), "rule"),
                     report::counted(configuration->exclude.size(), "excluded path"));
  return ExitCode::Clean;
}

}  // namespace

ExitCode command(std::span<const std::string> arguments, std::ostream& out, std::ostream& err) {
  if (!arguments.empty() && arguments.front() == "--help") {
    out << kUsage;
    return ExitCode::Clean;
  }
  if (arguments.empty() || arguments.size() > 2)
    err << report::error_message("config: say `dump` or `verify`, and at most one file");
  const std::string here = fmt::format("./{}", kFileName);
  if (arguments.size() == 1 || arguments.size() == 2) {
    const bool has_file = arguments.size() == 2;
    if (arguments[0] == "dump") return dump(has_file ? arguments[1] : ".", out, err);
    if (arguments[0] == "verify") return verify(has_file ? std::optional(arguments[1]) : find(here), out, err);
    err << report::error_message(
        fmt::format("config: there is no `{}`{}", arguments[0], model::suggestion(arguments[0], kActions)));
  }
  err << kUsage;
  return ExitCode::Usage;
}

}  // namespace cudep::config
