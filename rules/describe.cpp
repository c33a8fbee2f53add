// Places, hazard, confidence, assumptions and the ordering operations around a race.
#include "rules/describe.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "rules/engine/ordering.h"

namespace cudep::rules {
namespace {

using model::Operation;
using model::OperationList;
using model::Verb;

constexpr std::size_t kLongestPath = 16;

SourceFrame source_frame(const OperationList& path, const model::Frame& frame) {
  return {path.entities.sites[index(frame.site)], path.entities.functions[index(frame.function)]};
}

/// The place of an access: for a graph launch also which node makes it.
Place place_of_access(const OperationList& path, const engine::Entry& entry, bool captured) {
  if (captured) return place_of(path, entry.origin);
  Place place = place_of(path, entry.op);
  if (entry.origin != entry.op) place.label += fmt::format(", node {}", path.operations[entry.origin].label);
  return place;
}

Hazard hazard_of(const engine::Race& race) {
  if (!engine::writes(race.later.kind)) return Hazard::ReadAfterWrite;
  return engine::writes(race.earlier.kind) ? Hazard::WriteAfterWrite : Hazard::WriteAfterRead;
}

std::vector<model::Assumption> assumptions_of(const OperationList& path, const engine::Race& race) {
  std::set<model::Assumption> all;
  for (const std::uint32_t position : {race.earlier.op, race.earlier.origin, race.later.op, race.later.origin})
    for (const model::AssumptionId id : path.operations[position].assumptions)
      all.insert(path.entities.assumptions[index(id)]);
  return {all.begin(), all.end()};
}

Confidence confidence_of(const engine::Race& race, bool assumed) {
  if (!engine::is_sure(race)) return Confidence::Possible;
  const bool may_write =
      race.earlier.kind == model::AccessKind::MayWrite || race.later.kind == model::AccessKind::MayWrite;
  return assumed || may_write || race.overlap != model::Overlap::Certain ? Confidence::Likely : Confidence::Certain;
}

bool orders(Verb verb) {
  switch (verb) {
    case Verb::Record:
    case Verb::StreamWait:
    case Verb::StreamSynchronize:
    case Verb::StreamQuery:
    case Verb::EventSynchronize:
    case Verb::EventQuery:
    case Verb::DeviceSynchronize:
      return true;
    default:
      return false;
  }
}

/// Records and waits of the streams that take part, and whatever the host waited for.
bool is_of_interest(const OperationList& path, const Operation& op, const engine::Race& race) {
  if (!orders(op.verb)) return false;
  if (!engine::is_submitted(op)) return true;
  return op.stream == path.operations[earlier_call(race)].stream ||
         op.stream == path.operations[later_call(race)].stream;
}

std::vector<Place> path_around(const ExplainedRace& explained) {
  std::set<std::uint32_t> shown = {earlier_call(explained.race), later_call(explained.race)};
  if (explained.why.evidence) shown.insert(*explained.why.evidence);
  if (explained.why.counterpart) shown.insert(*explained.why.counterpart);
  const std::uint32_t first = *shown.begin();
  for (std::uint32_t i = *shown.rbegin(); i-- > first && shown.size() < kLongestPath;)
    if (is_of_interest(explained.path, explained.path.operations[i], explained.race)) shown.insert(i);
  std::vector<Place> places;
  for (const std::uint32_t position : shown) places.push_back(place_of(explained.path, position));
  return places;
}

}  // namespace

Place place_of(const OperationList& path, std::uint32_t position) {
  const Operation& op = path.operations[position];
  Place place{.label = op.label, .on_host = !engine::is_submitted(op)};
  if (op.stream) place.agent = path.entities.streams[index(*op.stream)].name;
  if (op.event) place.event = path.entities.events[index(*op.event)].name;
  for (const model::Frame& frame : op.frames) place.frames.push_back(source_frame(path, frame));
  return place;
}

Finding describe(const ExplainedRace& explained, const Rule& rule, std::uint32_t primary) {
  const OperationList& path = explained.path;
  const engine::Race& race = explained.race;
  const model::Buffer& buffer = path.entities.buffers[index(race.buffer)];
  Finding finding{
      .rule = rule.id, .severity = rule.severity, .hazard = hazard_of(race), .reason = explained.why.reason};
  finding.assumptions = assumptions_of(path, race);
  finding.confidence = confidence_of(race, !finding.assumptions.empty());
  finding.earlier = place_of_access(path, race.earlier, race.capture != 0);
  finding.later = place_of_access(path, race.later, race.capture != 0);
  if (const auto& frames = path.operations[primary].frames; !frames.empty())
    finding.primary = source_frame(path, frames.front());
  if (explained.why.evidence) finding.evidence = place_of(path, *explained.why.evidence);
  if (explained.why.counterpart) finding.counterpart = place_of(path, *explained.why.counterpart);
  finding.buffer = buffer.name;
  finding.memory = buffer.kind;
  if (buffer.allocated) finding.allocated = path.entities.sites[index(*buffer.allocated)];
  finding.path = path_around(explained);
  return finding;
}

}  // namespace cudep::rules
