// Runs the checks and prints them.
#include "cli/doctor/doctor.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

namespace cudep::doctor {

std::string to_text(const std::vector<Check>& checks) {
  constexpr std::array<std::string_view, 3> kLevels = {"ok", "note", "FAULT"};
  std::string text;
  for (const Check& check : checks) {
    text += fmt::format("{:<6} {}: {}\n", kLevels[static_cast<std::size_t>(check.level)], check.subject, check.found);
    if (!check.remedy.empty()) text += fmt::format("       -> {}\n", check.remedy);
  }
  return text;
}

ExitCode doctor(std::span<const std::string> arguments, const lint::LowerUnit& lower, const lint::Destinations& to) {
  CLI::App app("Finds what keeps cudep from working here, and says what to do.", "cudep doctor");
  Options options;
  std::string database;
  app.add_option("-p", database, "folder of compile_commands.json, or that file")->type_name("DIR");
  app.add_option("--cuda-path", options.cuda_path, "as for `cudep lint`")->type_name("DIR");
  if (const auto parsed = lint::parse(app, arguments); !parsed) return lint::tell(parsed.error(), to);
  if (!database.empty()) options.database = database;
  std::vector<Check> checks = lint_checks(options, lower);
  for (Check& check : trace_checks()) checks.push_back(std::move(check));
  to.out << to_text(checks);
  const bool has_fault = std::ranges::find(checks, Level::Fault, &Check::level) != checks.end();
  return has_fault ? ExitCode::Usage : ExitCode::Clean;
}

}  // namespace cudep::doctor
