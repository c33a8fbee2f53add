// One path: the engine finds the races, each is explained over the whole path, a rule claims it.
#include "rules/check.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "rules/describe.h"
#include "rules/engine/engine.h"
#include "rules/engine/reason.h"
#include "rules/registry.h"

namespace cudep::rules {
namespace {

using engine::Race;
using model::OperationList;

std::vector<Race> find_races(const OperationList& path, const CheckOptions& options) {
  engine::Engine<engine::AccessHistory> engine(path.entities,
                                               engine::AccessHistory(path.entities, engine::used_in_part(path)),
                                               {.facts = options.facts, .mends = options.mends});
  std::vector<Race> races;
  for (const model::Operation& op : path.operations) engine.advance(op, races);
  // What an unpromised wait orders belongs to the rule on fragile order.
  std::erase_if(races, [](const Race& race) { return race.order == engine::Strength::Seen; });
  return races;
}

engine::PathLog log_of(const OperationList& path, const CheckOptions& options) {
  engine::PathLog log;
  engine::Engine<engine::NoHistory> engine(path.entities, {}, {.facts = options.facts, .mends = false, .log = &log});
  std::vector<Race> none;
  for (const model::Operation& op : path.operations) engine.advance(op, none);
  return log;
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

}  // namespace

std::vector<Finding> check(const OperationList& path) { return check(path, {}); }

std::vector<Finding> check(const OperationList& path, const CheckOptions& options) {
  const std::vector<Race> races = find_races(path, options);
  if (races.empty()) return {};
  std::vector<Finding> instances = findings_of(path, races, log_of(path, options));
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

}  // namespace cudep::rules
