// Gives command lines to CLI11 and turns its exceptions into answers.
#include "cli/lint/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace cudep::lint {

ExitCode tell(const Usage& usage, const Destinations& to) {
  (usage.code == ExitCode::Clean ? to.out : to.err) << usage.text;
  return usage.code;
}

Usage usage_error(const CLI::App& app, std::string_view message) {
  return {.code = ExitCode::Usage, .text = fmt::format("{0}: {1}\nsee `{0} --help`\n", app.get_name(), message)};
}

Split split_at_dashes(std::span<const std::string> arguments) {
  const auto dashes = std::ranges::find(arguments, "--");
  if (dashes == arguments.end()) return {.before = arguments};
  return {.before = {arguments.begin(), dashes}, .after = {dashes + 1, arguments.end()}, .has_dashes = true};
}

std::expected<void, Usage> parse(CLI::App& app, std::span<const std::string> arguments, SayUnknown say_unknown) {
  try {
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::CallForHelp&) {
    return std::unexpected(Usage{.code = ExitCode::Clean, .text = app.help()});
  } catch (const CLI::ExtrasError& error) {
    return std::unexpected(usage_error(app, say_unknown ? say_unknown(app) : error.what()));
  } catch (const CLI::ParseError& error) {
    return std::unexpected(usage_error(app, error.what()));
  }
  return {};
}

std::expected<std::vector<std::string>, Usage> parse_before_program(CLI::App& app,
                                                                    std::span<const std::string> arguments,
                                                                    SayUnknown say_unknown) {
  const Split split = split_at_dashes(arguments);
  if (auto parsed = parse(app, split.before, say_unknown); !parsed) return std::unexpected(parsed.error());
  if (split.after.empty()) return std::unexpected(usage_error(app, "no program is given; it stands after `--`"));
  return std::vector(split.after.begin(), split.after.end());
}

}  // namespace cudep::lint
