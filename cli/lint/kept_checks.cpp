// Checks as entries of the cache.
#include "cli/lint/kept_checks.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "analyzer/inputs/input.h"
#include "cli/cache/folder.h"
#include "cli/config/configuration.h"
#include "cli/lint/checked_json.h"
#include "tracer/process/process.h"

namespace cudep::lint {
namespace {

using nlohmann::json;

constexpr std::string_view kKind = "checks";

/// This program, which may have been built anew under one version.
json own_program() {
  const auto look = inputs::look(process::own_path());
  return look ? json::array({look->bytes, look->modified}) : json();
}

/// Nothing when a unit's facts have no hash.
std::optional<inputs::Hash> key_of(const std::vector<UnitFacts>& units, const CheckUnitsOptions& options) {
  std::vector<json> all;
  for (const UnitFacts& facts : units) {
    if (!facts.hash) return std::nullopt;
    all.push_back(json::array({facts.file, facts.arguments, inputs::to_text(*facts.hash)}));
  }
  std::ranges::sort(all);  // their order changes nothing
  const json key = json::array(
      {kKind, CUDEP_VERSION, own_program(), all, config::to_yaml({.functions = options.functions}), options.rules});
  return inputs::hash_of(key.dump(-1, ' ', false, json::error_handler_t::replace));
}

bool may_be_kept(const Checked& checked) {
  return std::ranges::none_of(checked.units, [](const report::Unit& unit) {
    return std::ranges::any_of(
        unit.problems, [](const report::Problem& problem) { return problem.kind == report::ProblemKind::Internal; });
  });
}

}  // namespace

Checked check_or_find(std::vector<UnitFacts> units, const CheckUnitsOptions& options, const std::string& cache) {
  const auto key = cache.empty() ? std::nullopt : key_of(units, options);
  if (!key) return check_units(std::move(units), options);
  const cache::Folder folder(cache);
  if (const auto entry = folder.find(kKind, *key))
    if (auto checked = checked_of(entry->bytes())) return *std::move(checked);
  Checked checked = check_units(std::move(units), options);
  if (may_be_kept(checked)) folder.store(kKind, *key, to_json(checked));
  return checked;
}

}  // namespace cudep::lint
