// Which configuration counts for a file, and what it makes of findings.
#include <algorithm>
#include <filesystem>
#include <iterator>

#include "cli/config/configuration.h"

namespace cudep::config {
namespace {

namespace fs = std::filesystem;

fs::path absolute(const std::string& file) {
  std::error_code failed;
  const fs::path path = fs::absolute(file, failed);
  return (failed ? fs::path(file) : path).lexically_normal();
}

bool is_excluded(const Configuration& configuration, const std::string& file) {
  const std::string path = absolute(file).lexically_relative(absolute(configuration.file).parent_path()).string();
  return std::ranges::any_of(configuration.exclude,
                             [&](const std::string& pattern) { return model::fits(pattern, path); });
}

/// What it says of a rule; null when it says nothing.
const std::optional<rules::Severity>* level_of(const Configuration& configuration, std::string_view rule) {
  const auto level = configuration.rules.find(rule);
  return level == configuration.rules.end() ? nullptr : &level->second;
}

}  // namespace

std::optional<std::string> find(const std::string& file) {
  std::error_code failed;
  for (fs::path folder = absolute(file).parent_path();; folder = folder.parent_path()) {
    const fs::path candidate = folder / kFileName;
    if (fs::exists(candidate, failed)) {
      const fs::path here = fs::current_path(failed);
      const fs::path relative = candidate.lexically_relative(here);
      const bool below = !relative.empty() && *relative.begin() != "..";
      return (below ? relative : candidate).string();
    }
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

std::expected<void, std::vector<Error>> Configurations::add(const std::string& file) {
  const auto found = only_ ? std::nullopt : find(file);
  if (!found || by_file_.contains(*found)) return {};
  auto configuration = read(*found);
  if (!configuration) return std::unexpected(std::move(configuration.error()));
  by_file_.emplace(*found, *std::move(configuration));
  return {};
}

std::vector<std::string> Configurations::files() const {
  std::vector<std::string> all;
  for (const auto& [file, configuration] : by_file_) all.push_back(file);
  return all;
}

std::vector<model::LibraryCall> Configurations::functions() const {
  if (only_) return only_->functions;
  std::vector<model::LibraryCall> all;
  for (const auto& [file, configuration] : by_file_)
    std::ranges::copy_if(configuration.functions, std::back_inserter(all),
                         [&](const model::LibraryCall& call) { return std::ranges::find(all, call) == all.end(); });
  return all;
}

const Configuration* Configurations::of(const std::string& file) const {
  if (only_) return &*only_;
  if (by_file_.empty()) return nullptr;
  const auto found = find(file);
  const auto known = found ? by_file_.find(*found) : by_file_.end();
  return known == by_file_.end() ? nullptr : &known->second;
}

std::set<std::string, std::less<>> Configurations::turned_on() const {
  std::set<std::string, std::less<>> on;
  const auto add = [&](const Configuration& configuration) {
    for (const auto& [rule, level] : configuration.rules)
      if (level) on.insert(rule);
  };
  if (only_) add(*only_);
  for (const auto& [file, configuration] : by_file_) add(configuration);
  return on;
}

std::vector<rules::Finding> Configurations::apply(std::vector<rules::Finding> findings,
                                                  const std::set<std::string, std::less<>>& on, bool fixed) const {
  std::vector<rules::Finding> left;
  for (rules::Finding& finding : findings) {
    const Configuration* configuration = of(finding.primary.site.file);
    if (configuration && is_excluded(*configuration, finding.primary.site.file)) continue;
    const auto* level = configuration ? level_of(*configuration, finding.rule) : nullptr;
    const bool is_on = level && !fixed ? level->has_value() : on.contains(finding.rule);
    if (level && *level) finding.severity = **level;
    if (is_on) left.push_back(std::move(finding));
  }
  return left;
}

}  // namespace cudep::config
