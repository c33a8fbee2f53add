// Renames the files of sites and problems.
#include "cli/lint/shown_paths.h"

#include <filesystem>

namespace cudep::lint {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string shown_path(std::string_view file, const std::string& directory, const std::string& here, bool absolute) {
  const fs::path path = (fs::path(directory) / file).lexically_normal();
  if (absolute) return path.string();
  const fs::path relative = path.lexically_relative(here);
  const bool below = !relative.empty() && *relative.begin() != "..";
  return below ? relative.string() : path.string();
}

void show_paths(UnitFacts& facts, const UnitRequest& request, const std::string& here) {
  const bool absolute = fs::path(request.shown).is_absolute();
  const auto rename = [&](model::Site& site) {
    if (!site.file.empty()) site.file = shown_path(site.file, request.command.directory, here, absolute);
  };
  for (model::Site& site : facts.program.sites) rename(site);
  for (report::Problem& problem : facts.problems) rename(problem.site);
  for (report::Remark& note : facts.remarks) rename(note.site);
}

}  // namespace cudep::lint
