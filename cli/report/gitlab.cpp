// One issue a finding; GitLab keeps one issue of each fingerprint and asks for paths without `./`.
#include "cli/report/gitlab.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/report/fingerprint.h"
#include "cli/report/paths.h"
#include "cli/report/phrases.h"
#include "cli/report/placed_edits.h"

namespace cudep::report {
namespace {

using Json = nlohmann::ordered_json;

std::string_view severity(rules::Severity severity) {
  if (severity == rules::Severity::Error) return "critical";
  return severity == rules::Severity::Warning ? "major" : "minor";
}

/// The message, and where the other operation is.
std::string description(const rules::Finding& finding, SourceLines& sources, const std::string& root) {
  const std::string message = explain(finding, sources).message;
  const model::Site other = site_of(finding.earlier);
  if (!finding.hazard || other.file.empty()) return message;
  return fmt::format("{}; {} at {}:{}", message, finding.earlier.label, path_from(root, other.file), other.line);
}

}  // namespace

std::string to_gitlab(const Report& report, SourceLines& sources, const std::string& source_root) {
  const std::vector<std::string> prints = fingerprints(report, sources).findings;
  Json issues = Json::array();
  for (std::size_t i = 0; i < prints.size(); ++i) {
    const rules::Finding& finding = report.findings[i];
    const model::Site& site = finding.primary.site;
    issues.push_back({{"description", description(finding, sources, source_root)},
                      {"check_name", finding.rule},
                      {"fingerprint", prints[i]},
                      {"severity", severity(finding.severity)},
                      {"location",
                       {{"path", path_from(source_root, site.file)},
                        {"lines", {{"begin", std::max(site.line, std::uint32_t{1})}}}}}});
  }
  return issues.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace cudep::report
