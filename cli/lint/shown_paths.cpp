// Renames the files of findings and problems.
#include "cli/lint/shown_paths.h"

#include <filesystem>

namespace cudep::lint {
namespace {

namespace fs = std::filesystem;

template <class Rename>
void rename(rules::Place& place, Rename rename_site) {
  for (rules::SourceFrame& frame : place.frames) rename_site(frame.site);
}

template <class Rename>
void rename(rules::Finding& finding, Rename rename_site) {
  rename_site(finding.primary.site);
  if (finding.allocated) rename_site(*finding.allocated);
  for (rules::Place* place : {&finding.earlier, &finding.later}) rename(*place, rename_site);
  for (auto* place : {&finding.evidence, &finding.counterpart})
    if (*place) rename(**place, rename_site);
  for (auto* places : {&finding.more_earlier, &finding.path})
    for (rules::Place& place : *places) rename(place, rename_site);
}

}  // namespace

std::string shown_path(std::string_view file, const std::string& directory, const std::string& here, bool absolute) {
  const fs::path path = (fs::path(directory) / file).lexically_normal();
  if (absolute) return path.string();
  const fs::path relative = path.lexically_relative(here);
  const bool below = !relative.empty() && *relative.begin() != "..";
  return below ? relative.string() : path.string();
}

void show_paths(UnitResult& result, const UnitRequest& request, const std::string& here) {
  const bool absolute = fs::path(request.shown).is_absolute();
  const auto rename_site = [&](model::Site& site) {
    if (!site.file.empty()) site.file = shown_path(site.file, request.command.directory, here, absolute);
  };
  for (rules::Finding& finding : result.findings) rename(finding, rename_site);
  for (report::Problem& problem : result.unit.problems) rename_site(problem.site);
  for (report::CutRoot& root : result.unit.cut_roots) rename_site(root.site);
}

}  // namespace cudep::lint
