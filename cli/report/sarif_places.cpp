// Files, lines and columns as SARIF writes them.
#include "cli/report/sarif_places.h"

#include <fmt/format.h>

#include <cctype>

#include "cli/report/paths.h"

namespace cudep::report {

using Json = nlohmann::ordered_json;

std::string encode_uri(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain =
        byte < 0x80 && (std::isalnum(byte) != 0 || std::string_view("-._~/+@,=").find(c) != std::string_view::npos);
    if (plain)
      uri += c;
    else
      uri += fmt::format("%{:02X}", byte);
  }
  return uri;
}

Json SarifPlaces::base_ids() const {
  const std::string folder = root_.ends_with('/') ? root_ : root_ + "/";
  return {{"SRCROOT", {{"uri", "file://" + encode_uri(folder)}}}};
}

Json SarifPlaces::artifact_location(const std::string& file) const {
  if (const auto path = path_below(root_, file)) return {{"uri", encode_uri(*path)}, {"uriBaseId", "SRCROOT"}};
  return {{"uri", "file://" + encode_uri(path_from(root_, file))}};
}

Json SarifPlaces::region(const model::Site& site) const {
  Json region = {{"startLine", site.line}};
  const auto line = sources_.line(site.file, site.line);
  if (site.column != 0) region["startColumn"] = line ? code_point_column(*line, site.column) : site.column;
  if (line) region["snippet"] = {{"text", *line}};
  return region;
}

Json SarifPlaces::location(const model::Site& site, std::string_view text) const {
  Json physical = {{"artifactLocation", artifact_location(site.file)}};
  if (site.line != 0) physical["region"] = region(site);
  Json location = {{"physicalLocation", std::move(physical)}};
  if (!text.empty()) location["message"] = {{"text", text}};
  return location;
}

}  // namespace cudep::report
