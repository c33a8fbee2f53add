// Turns the places of findings into operations again, so that the same walk finds the order among them.
#include "cli/picture/finding_picture.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/report/phrases.h"
#include "rules/engine/ordering.h"
#include "rules/model/cuda_api.h"

namespace cudep::picture {
namespace {

using model::Operation;
using model::Verb;
using rules::Place;

bool ends_memory(Verb verb) {
  return verb == Verb::FreeAsync || (verb >= Verb::FreeDevice && verb <= Verb::EndHostLife);
}

bool is_of_stream(Verb verb) { return verb <= Verb::GraphLaunch; }

Verb verb_of(const Place& place) {
  const model::Call* call = model::find_call(place.label);
  if (call && call->verb && is_of_stream(*call->verb) != place.on_host) return *call->verb;
  if (place.on_host) return Verb::HostAccess;
  return place.label.starts_with("kernel") ? Verb::Launch : Verb::Prefetch;
}

/// The position of the entity of that name, which is added if it is new.
template <class Id, class Entity>
Id named(std::vector<Entity>& entities, Entity entity) {
  auto at = std::ranges::find(entities, entity.name, &Entity::name);
  if (at == entities.end()) at = entities.insert(at, std::move(entity));
  return static_cast<Id>(at - entities.begin());
}

/// A graph launch is called differently where its node is meant.
bool is_same(const Place& meant, const Place& on_path) {
  return meant.frames == on_path.frames && meant.agent == on_path.agent && meant.label.starts_with(on_path.label);
}

class PathBuilder {
 public:
  PathBuilder() { list_.entities.hosts.emplace_back("host"); }

  void add(const Place& place) {
    Operation op{.verb = verb_of(place), .label = place.label};
    model::Entities& entities = list_.entities;
    if (!place.agent.empty()) {
      const auto kind = report::is_default_stream(place) ? model::StreamKind::Legacy : model::StreamKind::Unknown;
      op.stream = named<model::StreamId>(entities.streams, {.name = place.agent, .kind = kind});
    }
    if (!place.event.empty()) op.event = named<model::EventId>(entities.events, {.name = place.event});
    for (const rules::SourceFrame& frame : place.frames) {
      op.frames.push_back({static_cast<model::SiteId>(entities.sites.size()),
                           static_cast<model::FunctionNameId>(entities.functions.size())});
      entities.sites.push_back(frame.site);
      entities.functions.push_back(frame.function);
    }
    list_.operations.push_back(std::move(op));
  }

  void add_access(std::uint32_t position, const rules::Finding& finding, model::AccessKind kind) {
    const auto buffer =
        named<model::BufferId>(list_.entities.buffers, {.name = finding.buffer, .kind = finding.memory});
    Operation& op = list_.operations[position];
    if (ends_memory(op.verb)) {
      op.buffer = buffer;
    } else {
      op.accesses.push_back({.buffer = buffer, .kind = kind, .range = model::ByteRange::whole()});
    }
  }

  model::OperationList finish() && { return std::move(list_); }

 private:
  model::OperationList list_;
};

/// The places of a finding in the order of submission: its path, and what that lacks.
class Steps {
 public:
  explicit Steps(const rules::Finding& finding) : finding_(finding), places_(finding.path) {
    if (!find(finding.later)) places_.push_back(finding.later);
    if (finding.hazard) add(finding.earlier);
    for (const Place& place : finding.more_earlier) add(place);
    if (finding.evidence) add(*finding.evidence);
    if (finding.counterpart) add(*finding.counterpart);
  }

  [[nodiscard]] const std::vector<Place>& places() const { return places_; }
  [[nodiscard]] std::uint32_t operator[](const Place& meant) const { return *find(meant); }
  /// Both operations may come from one call, lap after lap.
  [[nodiscard]] std::uint32_t later() const {
    const auto at = std::ranges::find_if(places_.rbegin(), places_.rend(),
                                         [&](const Place& place) { return is_same(finding_.later, place); });
    return static_cast<std::uint32_t>(places_.rend() - at - 1);
  }

 private:
  [[nodiscard]] std::optional<std::uint32_t> find(const Place& meant) const {
    const auto at = std::ranges::find_if(places_, [&](const Place& place) { return is_same(meant, place); });
    return at == places_.end() ? std::nullopt : std::optional(static_cast<std::uint32_t>(at - places_.begin()));
  }
  void add(const Place& place) {
    if (!find(place)) places_.insert(places_.begin() + later(), place);
  }

  const rules::Finding& finding_;
  std::vector<Place> places_;
};

model::AccessKind earlier_access(rules::Hazard hazard) {
  return hazard == rules::Hazard::WriteAfterRead ? model::AccessKind::Read : model::AccessKind::Write;
}

model::AccessKind later_access(rules::Hazard hazard) {
  return hazard == rules::Hazard::ReadAfterWrite ? model::AccessKind::Read : model::AccessKind::Write;
}

ShownFinding shown(const rules::Finding& finding, std::size_t timeline) {
  ShownFinding shown{.finding = finding, .timeline = timeline};
  const Steps steps(finding);
  if (finding.hazard) {
    shown.pairs.push_back({steps[finding.earlier], steps.later()});
    for (const Place& place : finding.more_earlier) shown.pairs.push_back({steps[place], steps.later()});
  } else {
    shown.steps.push_back({steps.later(), Step::Role::Reported});
  }
  if (finding.evidence) shown.steps.push_back({steps[*finding.evidence], Step::Role::Evidence});
  if (finding.counterpart) shown.steps.push_back({steps[*finding.counterpart], Step::Role::Counterpart});
  return shown;
}

}  // namespace

model::OperationList operations_of(const rules::Finding& finding) {
  PathBuilder builder;
  const Steps steps(finding);
  for (const Place& place : steps.places()) builder.add(place);
  if (finding.hazard) {
    builder.add_access(steps[finding.earlier], finding, earlier_access(*finding.hazard));
    for (const Place& place : finding.more_earlier)
      builder.add_access(steps[place], finding, earlier_access(*finding.hazard));
    builder.add_access(steps.later(), finding, later_access(*finding.hazard));
  }
  return std::move(builder).finish();
}

Picture picture_of_findings(std::string title, const std::vector<rules::Finding>& findings) {
  Picture picture{.title = std::move(title)};
  for (const rules::Finding& finding : findings) {
    picture.findings.push_back(shown(finding, picture.timelines.size()));
    picture.timelines.push_back(timeline_of(operations_of(finding), {}));
  }
  return picture;
}

}  // namespace cudep::picture
