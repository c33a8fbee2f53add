// One finding for each rule and primary site, whatever the order in which paths, laps and roots came.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "rules/check.h"

namespace cudep::rules {
namespace {

/// The better witness first; total, so that the order of the input changes nothing.
bool is_better(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& finding) {
    return std::tie(finding.earlier, finding.later, finding.reason, finding.hazard, finding.evidence,
                    finding.counterpart, finding.buffer, finding.assumptions, finding.path);
  };
  if (a.confidence != b.confidence) return a.confidence > b.confidence;
  if (a.path.size() != b.path.size()) return a.path.size() < b.path.size();
  return key(a) < key(b);
}

Finding merge_group(std::vector<Finding>& group) {
  std::ranges::sort(group, is_better);
  std::set<Place> others;
  for (const Finding& finding : group) {
    others.insert(finding.earlier);
    others.insert(finding.more_earlier.begin(), finding.more_earlier.end());
  }
  Finding merged = std::move(group.front());
  std::set<model::Site> named;
  const auto is_new = [&](const Place& place) {
    return place.frames.empty() || named.insert(place.frames.front().site).second;
  };
  is_new(merged.earlier);
  merged.more_earlier.clear();
  for (const Place& place : others)
    if (place != merged.earlier && is_new(place)) merged.more_earlier.push_back(place);
  return merged;
}

}  // namespace

std::vector<Finding> merge(std::vector<Finding> findings) {
  std::map<std::pair<model::Site, std::string_view>, std::vector<Finding>> groups;
  for (Finding& finding : findings) groups[{finding.primary.site, finding.rule}].push_back(std::move(finding));
  std::vector<Finding> merged;
  for (auto& [key, group] : groups)
    if (std::ranges::none_of(group, &Finding::refutes)) merged.push_back(merge_group(group));
  return merged;
}

}  // namespace cudep::rules
