// From conflicts to races.
#include "rules/engine/judge.h"

#include <functional>
#include <tuple>

namespace cudep::engine {
namespace {

/// Host code against host code is not a matter of streams, nor is a host access or a second free after the end.
bool is_ours(const Conflict& conflict, const Actor& actor) {
  if (conflict.earlier.ends) return !actor.on_host && !conflict.later.ends;
  return !(conflict.earlier.on_host && actor.on_host);
}

Race race_of(const Conflict& conflict, const Actor& actor, const Ordering& ordering, const Asker& asker) {
  Race race{.earlier = conflict.earlier,
            .later = entry_of(conflict.later, actor, asker.clock, std::nullopt),
            .buffer = conflict.later.buffer,
            .overlap = conflict.overlap,
            .after_end = conflict.earlier.ends,
            .capture = actor.capture};
  race.threads_unordered = !ordering.threads_ordered(race.earlier.host, actor.host, race.earlier.op);
  if (!race.after_end) race.order = asker.order(race.earlier);
  return race;
}

bool is_unordered(const Race& race) { return race.order != Strength::Doc; }

}  // namespace

Entry entry_of(const Touch& touch, const Actor& actor, const Clock& clock, const std::optional<Position>& staged) {
  return {.agent = staged ? staged->agent : clock.self(),
          .epoch = staged ? staged->epoch : clock.epoch(),
          .op = actor.op,
          .origin = touch.origin,
          .host = static_cast<std::uint16_t>(index(actor.host)),
          .kind = touch.kind,
          .indirect = touch.indirect,
          .ends = touch.ends,
          .everything = touch.everything,
          .dense = touch.range->dense(),
          .on_host = actor.on_host};
}

void judge(std::vector<Conflict>& conflicts, const Actor& actor, Ordering& ordering, Clock& clock,
           std::vector<Race>& races) {
  const Asker asker{clock, ordering.facts().has(Fact::StreamOrder)};
  std::vector<Race> found;
  for (const Conflict& conflict : conflicts)
    if (is_ours(conflict, actor)) found.push_back(race_of(conflict, actor, ordering, asker));
  if (!actor.mends) {
    races.insert(races.end(), found.begin(), found.end());
    return;
  }
  const auto key = [](const Race& race) {
    return std::tuple(is_sure(race), race.earlier.op, race.overlap == model::Overlap::Certain, race.buffer,
                      race.earlier.origin);
  };
  std::ranges::sort(found, std::greater(), key);
  std::vector<AgentId> told;
  for (Race& race : found) {
    if (!race.after_end) race.order = asker.order(race.earlier);
    if (!is_unordered(race) || std::ranges::count(told, race.earlier.agent) > 0) continue;
    told.push_back(race.earlier.agent);
    races.push_back(race);
    if (is_sure(race)) ordering.mend(clock, race.earlier.agent, race.earlier.epoch);
  }
}

}  // namespace cudep::engine
