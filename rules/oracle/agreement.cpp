// Runs the engine, and compares pair by pair.
#include "rules/oracle/agreement.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "rules/engine/engine.h"
#include "rules/oracle/run.h"

namespace cudep::oracle {
namespace {

using Pair = std::pair<std::size_t, std::size_t>;
using Pairs = std::map<Pair, Order>;

Order order_of(const std::optional<engine::Strength>& strength) {
  if (!strength) return Order::None;
  switch (*strength) {
    case engine::Strength::Doc:
      return Order::Doc;
    case engine::Strength::Seen:
      return Order::Seen;
    case engine::Strength::Open:
      return Order::Open;
  }
  return Order::None;
}

Pairs by_pair(const std::vector<Conflict>& conflicts) {
  Pairs pairs;
  for (const Conflict& conflict : conflicts) pairs[{conflict.earlier, conflict.later}] = conflict.order;
  return pairs;
}

bool promised(const Run& run, std::size_t first, std::size_t second) {
  for (const TimedAccess& a : run.accesses())
    for (const TimedAccess& b : run.accesses())
      if (a.operation == first && b.operation == second && run.moments().order(a.last, b.first) == Order::Doc)
        return true;
  return false;
}

/// A later access stands for the missing one: it follows it by a promise, and its own race is at least as bad.
bool is_represented(const Pair& missing, Order order, const Pairs& reported, const Run& run) {
  return std::ranges::any_of(reported, [&](const auto& entry) {
    const auto& [pair, found] = entry;
    return pair.second == missing.second && pair.first > missing.first && found >= order &&
           promised(run, missing.first, pair.first);
  });
}

/// Likewise, but the later access is that of another host thread, and its race with this one is no matter of streams.
bool is_host_race(const Pair& missing, const model::OperationList& list, const Run& run) {
  const auto by_host = [&](std::size_t position) { return list.operations[position].verb > model::Verb::GraphLaunch; };
  if (!by_host(missing.second)) return false;
  return std::ranges::any_of(run.accesses(), [&](const TimedAccess& between) {
    return between.operation > missing.first && between.operation < missing.second && by_host(between.operation) &&
           list.operations[between.operation].host != list.operations[missing.second].host &&
           promised(run, missing.first, between.operation);
  });
}

constexpr const char* kWords[] = {"doc", "seen", "open", "none"};
const char* word(Order order) { return kWords[static_cast<std::size_t>(order)]; }

}  // namespace

std::vector<Conflict> engine_conflicts(const model::OperationList& list, engine::FactSet facts) {
  engine::AccessHistory history(list.entities, engine::used_in_part(list));
  engine::Engine<engine::AccessHistory> engine(list.entities, std::move(history), {.facts = facts, .mends = false});
  std::vector<engine::Race> races;
  for (const model::Operation& operation : list.operations) engine.advance(operation, races);
  Pairs weakest;
  for (const engine::Race& race : races) {
    Order& order = weakest.try_emplace({race.earlier.op, race.later.op}, Order::Doc).first->second;
    order = std::max(order, order_of(race.order));
  }
  std::vector<Conflict> found;
  for (const auto& [pair, order] : weakest) found.push_back({pair.first, pair.second, order});
  return found;
}

std::optional<std::string> disagreement(const std::vector<Conflict>& reported, const model::OperationList& list) {
  const Pairs engine = by_pair(reported);
  const Pairs oracle = by_pair(conflicts(list));
  for (const auto& [pair, order] : engine) {
    const auto known = oracle.find(pair);
    if (known == oracle.end())
      return fmt::format("operations {} and {}: no conflict, the engine says {}", pair.first, pair.second, word(order));
    if (known->second < order)
      return fmt::format("operations {} and {}: ordered {}, the engine says {}", pair.first, pair.second,
                         word(known->second), word(order));
  }
  std::optional<Run> run;
  for (const auto& [pair, order] : oracle) {
    const auto found = engine.find(pair);
    const Order said = found == engine.end() ? Order::Doc : found->second;
    if (said >= order) continue;
    if (!run) run.emplace(list);
    if (is_represented(pair, order, engine, *run) || is_host_race(pair, list, *run)) continue;
    return fmt::format("operations {} and {}: ordered {}, the engine says {}", pair.first, pair.second, word(order),
                       word(said));
  }
  return std::nullopt;
}

}  // namespace cudep::oracle
