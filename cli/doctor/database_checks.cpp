// Whether the flags of the build are known, and lead to what they name.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "analyzer/command/compile_database.h"
#include "analyzer/command/source_command.h"
#include "cli/doctor/checks.h"
#include "cli/lint/includes.h"
#include "cli/lint/input.h"
#include "cli/report/report.h"

namespace cudep::doctor {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShown = 5;

/// What the commands of all CUDA units have in common.
struct Survey {
  std::size_t sources = 0;
  std::size_t of_cuda = 0;
  std::vector<std::string> missing;  // sources
  std::set<std::string> dropped;     // flags
  std::set<std::string> folders;     // of includes, that do not exist
};

void survey_folders(const command::CompileCommand& command, Survey& survey) {
  std::error_code ignored;
  for (const std::string& argument : command.arguments) {
    if (!argument.starts_with("-I") || argument.size() == 2) continue;
    const fs::path folder = fs::path(command.directory) / argument.substr(2);
    if (!fs::is_directory(folder, ignored)) survey.folders.insert(folder.lexically_normal().string());
  }
}

Survey survey_of(const command::CompileDatabase& database) {
  Survey survey;
  lint::Includes includes;
  std::error_code ignored;
  for (const std::string& source : database.sources()) {
    survey.sources += 1;
    if (!fs::exists(source, ignored)) survey.missing.push_back(source);
    const command::CompileCommand command = command::command_for(source, &database, lint::translation_options());
    if (!includes.uses_cuda(command)) continue;
    survey.of_cuda += 1;
    survey.dropped.insert(command.dropped.begin(), command.dropped.end());
    survey_folders(command, survey);
  }
  return survey;
}

template <class Words>
std::string some(const Words& words) {
  std::vector<std::string> shown;
  for (const std::string& word : words)
    if (shown.size() < kShown) shown.push_back(word);
  const std::size_t more = words.size() - shown.size();
  return fmt::format("{}{}", fmt::join(shown, " "), more == 0 ? "" : fmt::format(" and {} more", more));
}

void add(const Survey& survey, const std::string& file, std::vector<Check>& checks) {
  checks.push_back(
      {.level = survey.of_cuda == 0 ? Level::Note : Level::Fine,
       .subject = "database",
       .found = fmt::format("{}: {}, of which {} CUDA", file, report::counted(survey.sources, "source"),
                            survey.of_cuda == 1 ? "1 uses" : fmt::format("{} use", survey.of_cuda)),
       .remedy = survey.of_cuda == 0 ? "is it that of another project or configuration? name one with -p" : ""});
  if (!survey.missing.empty())
    checks.push_back({.level = Level::Note,
                      .subject = "sources",
                      .found = "the database names some that do not exist: " + some(survey.missing),
                      .remedy = "configure the build anew; generated sources exist after a build"});
  if (!survey.folders.empty())
    checks.push_back({.level = Level::Note,
                      .subject = "include folders",
                      .found = "some do not exist: " + some(survey.folders),
                      .remedy = "build once, when headers are generated there"});
  if (!survey.dropped.empty())
    checks.push_back({.level = Level::Fine,
                      .subject = "dropped flags",
                      .found = fmt::format("{} (they decide nothing that cudep reads)", some(survey.dropped))});
}

}  // namespace

std::vector<Check> database_checks(const std::optional<std::string>& database) {
  std::error_code ignored;
  const std::optional<fs::path> file =
      database ? fs::path(*database) : command::find_database(fs::current_path(ignored) / "any.cu");
  if (!file)
    return {{.level = Level::Note,
             .subject = "database",
             .found = "no compile_commands.json here, in a folder above, or in their folder build: files are parsed as "
                      "C++17, without the flags of your build",
             .remedy = "cmake -S . -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON; without CMake: bear -- make"}};
  const auto read = command::CompileDatabase::read(*file);
  if (!read)
    return {
        {.level = Level::Fault, .subject = "database", .found = read.error(), .remedy = "configure the build anew"}};
  std::vector<Check> checks;
  add(survey_of(*read), file->string(), checks);
  return checks;
}

}  // namespace cudep::doctor
