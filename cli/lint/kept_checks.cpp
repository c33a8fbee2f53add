// Checks as entries of the cache.
#include "cli/lint/kept_checks.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "analyzer/inputs/input.h"
#include "cli/cache/folder.h"
#include "cli/config/configuration.h"
#include "cli/lint/checked_json.h"
#include "tracer/process/process.h"

namespace cudep::lint {
namespace {

using nlohmann::json;

constexpr std::string_view kChecks = "checks";  // of all units together
constexpr std::string_view kRoots = "roots";    // of each root that the units had when they were checked last

/// This program, which may have been built anew under one version.
json own_program() {
  const auto look = inputs::look(process::own_path());
  return look ? json::array({look->bytes, look->modified}) : json();
}

/// `describe` says what of a unit counts.
inputs::Hash key_of(const std::vector<UnitFacts>& units, const CheckUnitsOptions& options, auto describe) {
  std::vector<json> all;
  for (const UnitFacts& facts : units) all.push_back(describe(facts));
  std::ranges::sort(all);  // their order changes nothing
  const json key = json::array(
      {CUDEP_VERSION, own_program(), all, config::to_yaml({.functions = options.functions}), options.rules});
  return inputs::hash_of(key.dump(-1, ' ', false, json::error_handler_t::replace));
}

inputs::Hash key_of_contents(const std::vector<UnitFacts>& units, const CheckUnitsOptions& options) {
  return key_of(units, options, [](const UnitFacts& facts) {
    return json::array({facts.file, facts.arguments, inputs::to_text(*facts.hash)});
  });
}

/// Whatever is in them: what their roots came to is kept by what these depend on.
inputs::Hash key_of_names(const std::vector<UnitFacts>& units, const CheckUnitsOptions& options) {
  return key_of(units, options, [](const UnitFacts& facts) { return json::array({facts.file, facts.arguments}); });
}

RootResults kept_roots(const cache::Folder& folder, const inputs::Hash& key) {
  const auto entry = folder.find(kRoots, key);
  return (entry ? roots_of(entry->bytes()) : std::nullopt).value_or(RootResults());
}

bool may_be_kept(const Checked& checked) {
  return std::ranges::none_of(checked.units, [](const report::Unit& unit) {
    return std::ranges::any_of(
        unit.problems, [](const report::Problem& problem) { return problem.kind == report::ProblemKind::Internal; });
  });
}

}  // namespace

Checked check_or_find(std::vector<UnitFacts> units, const CheckUnitsOptions& options, const std::string& cache) {
  const bool can_be_kept = std::ranges::all_of(units, [](const UnitFacts& facts) { return facts.hash.has_value(); });
  if (cache.empty() || !can_be_kept) return check_units(std::move(units), options);
  const cache::Folder folder(cache);
  const inputs::Hash contents = key_of_contents(units, options);
  if (const auto entry = folder.find(kChecks, contents))
    if (auto checked = checked_of(entry->bytes())) return *std::move(checked);
  const inputs::Hash names = key_of_names(units, options);
  KeptRoots roots = {.before = kept_roots(folder, names), .now = {}};
  Checked checked = check_units(std::move(units), options, &roots);
  folder.store(kRoots, names, to_json(roots.now));
  if (may_be_kept(checked)) folder.store(kChecks, contents, to_json(checked));
  return checked;
}

}  // namespace cudep::lint
