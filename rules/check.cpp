// One path: the engine finds the races, each is explained over the whole path, a rule claims it. Other rules look at
// the path themselves.
#include "rules/check.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "rules/describe.h"
#include "rules/engine/reason.h"
#include "rules/races.h"
#include "rules/registry.h"

namespace cudep::rules {
namespace {

using engine::Race;
using model::OperationList;

bool is_asked_for(const Rule& rule, const CheckOptions& options) {
  return options.rules ? options.rules->contains(rule.id) : rule.on_by_default;
}

std::vector<Finding> findings_of(const OperationList& path, const std::vector<Race>& races,
                                 const engine::PathLog& log) {
  std::vector<Finding> findings;
  for (const Race& race : races) {
    const ExplainedRace explained{path, race, engine::explain(race, path, log)};
    for (const RaceRule* rule : race_rules()) {
      const auto primary = rule->claim(explained);
      if (!primary) continue;
      findings.push_back(describe(explained, rule->rule, *primary));
      break;
    }
  }
  return findings;
}

using PairOfSites = std::pair<std::optional<model::Site>, std::optional<model::Site>>;

PairOfSites sites_of(const Finding& finding) {
  const auto site = [](const Place& place) {
    return place.frames.empty() ? std::nullopt : std::optional(place.frames.front().site);
  };
  return {site(finding.earlier), site(finding.later)};
}

/// Instances of one pair of sites, lap after lap: the surest vote on the rule, and the first of the winner stands for
/// all.
Finding elect(const std::vector<Finding>& instances) {
  const Confidence surest = std::ranges::max(instances, {}, &Finding::confidence).confidence;
  std::map<std::string_view, int> votes;
  for (const Finding& finding : instances)
    if (finding.confidence == surest) ++votes[finding.rule];
  const Finding* best = nullptr;
  for (const Finding& finding : instances)
    if (finding.confidence == surest && (!best || votes[finding.rule] > votes[best->rule])) best = &finding;
  return *best;
}

/// One of each pair of sites, in the order of the first instances.
std::vector<Finding> elect_all(std::vector<Finding> instances) {
  std::vector<PairOfSites> order;
  std::map<PairOfSites, std::vector<Finding>> by_sites;
  for (Finding& finding : instances) {
    const PairOfSites sites = sites_of(finding);
    auto& group = by_sites[sites];
    if (group.empty()) order.push_back(sites);
    group.push_back(std::move(finding));
  }
  std::vector<Finding> findings;
  for (const PairOfSites& sites : order) findings.push_back(elect(by_sites[sites]));
  return findings;
}

std::vector<Finding> races_of(const OperationList& path, const CheckOptions& options) {
  std::vector<Race> races = find_races(path, options);
  // What an unpromised wait orders belongs to the rule on fragile order.
  std::erase_if(races, [](const Race& race) { return race.order == engine::Strength::Seen; });
  if (races.empty()) return {};
  return elect_all(findings_of(path, races, log_of(path, options)));
}

}  // namespace

std::vector<Finding> check(const OperationList& path) { return check(path, {}); }

std::vector<Finding> check(const OperationList& path, const CheckOptions& options) {
  std::vector<Finding> findings = races_of(path, options);
  for (const PathRule* rule : path_rules())
    if (is_asked_for(rule->rule, options)) rule->find(path, options, findings);
  return findings;
}

}  // namespace cudep::rules
