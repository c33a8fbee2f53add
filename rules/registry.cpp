// One line for each rule, sorted by id.
#include "rules/registry.h"

#include <algorithm>
#include <array>
#include <vector>

#include "rules/check.h"
#include "rules/model/nearest_word.h"

namespace cudep::rules {
namespace {

constexpr std::array kRaceRules = {
    &kEventRecordedEarly, &kFreeInFlight,          &kHostReadBeforeSync,
    &kHostWriteInFlight,  &kUnorderedStreamAccess, &kWaitWithoutRecord,
};

constexpr std::array kPathRules = {
    &kDefaultStreamInPipeline, &kElapsedTimeMisuse, &kFragileOrder,   &kPageableAsyncCopy,
    &kRedundantWait,           &kSyncInPipeline,    &kTooManyStreams, &kUncheckedLaunch,
};

}  // namespace

std::span<const RaceRule* const> race_rules() { return kRaceRules; }
std::span<const PathRule* const> path_rules() { return kPathRules; }

std::span<const Rule> rules() {
  static const std::vector<Rule> all = [] {
    std::vector<Rule> every;
    for (const RaceRule* rule : kRaceRules) every.push_back(rule->rule);
    for (const PathRule* rule : kPathRules) every.push_back(rule->rule);
    std::ranges::sort(every, {}, &Rule::id);
    return every;
  }();
  return all;
}

const Rule* find_rule(std::string_view id) {
  const auto found = std::ranges::find(rules(), id, &Rule::id);
  return found == rules().end() ? nullptr : &*found;
}

std::string_view nearest_rule(std::string_view id) {
  std::vector<std::string_view> ids;
  for (const Rule& rule : rules()) ids.push_back(rule.id);
  return model::nearest_word(id, ids).value_or(std::string_view());
}

}  // namespace cudep::rules
