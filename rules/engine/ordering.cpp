// The edges of work submitted to streams; those of host threads are in host_ordering.cpp.
#include "rules/engine/ordering.h"

#include <algorithm>

namespace cudep::engine {

using model::StreamKind;
using model::Verb;

bool is_submitted(const model::Operation& op) { return op.verb <= Verb::GraphLaunch && op.stream.has_value(); }

Ordering::Ordering(const model::Entities& entities, FactSet facts, Where where, std::uint32_t capture, PathLog* log)
    : entities_(&entities),
      facts_(facts),
      where_(where),
      capture_(capture),
      log_(log),
      unknown_streams_(agents_.add()),
      unknown_records_(agents_.add()) {}

Clock& Ordering::enter(const model::Operation& op, std::uint32_t position) {
  staged_.reset();
  const bool outside_streams = op.verb <= Verb::GraphLaunch && !op.stream;
  waits_ = outside_streams ? HostWaits{} : host_waits(op, *entities_);
  Clock& clock = is_submitted(op) ? enter_stream(op, position) : enter_host(op, position);
  if (log_) log_->positions[position] = position_of(clock);
  return clock;
}

void Ordering::leave(const model::Operation& op, std::uint32_t position) {
  if (is_submitted(op)) {
    leave_stream(op, position);
  } else {
    leave_host(op, position);
  }
}

Clock& Ordering::enter_stream(const model::Operation& op, std::uint32_t position) {
  StreamState& state = stream(*op.stream);
  const AgentId agent = state.agent;
  if (op.verb == Verb::UnorderedWork) state.may_be_any = true;
  agents_[agent].tick();
  if (where_ == Where::Outside) {
    learn(agents_[agent], agents_[host(op.host).agent], Fact::SubmissionFollowsHost);
    draw_default_stream_edges(op, agents_[agent]);
    draw_unknown_stream_edges(op, agents_[agent]);
    wait_inside_call(op, agents_[agent]);
  }
  Clock& clock = agents_[agent];
  if (op.verb == Verb::StreamWait && op.event)
    wait_for(*op.event, op.external ? Fact::ExternalWaitAtLaunch : Fact::StreamWaitFollowsRecord, clock, position);
  if (op.verb == Verb::GraphLaunch && op.graph) {
    if (launches_.size() <= index(*op.graph)) launches_.resize(index(*op.graph) + 1);
    if (const auto& earlier = launches_[index(*op.graph)]) learn(clock, *earlier, Fact::GraphFollowsEarlierLaunch);
  }
  return clock;
}

void Ordering::draw_default_stream_edges(const model::Operation& op, Clock& clock) {
  const StreamKind own = kind(*op.stream);
  if (own == StreamKind::NonBlocking) return;
  const DeviceState& on = device(entities_->streams[index(*op.stream)].device);
  if (own != StreamKind::Legacy) {
    const Fact fact = own == StreamKind::Unknown ? Fact::UnknownKindMayBeBlocking : Fact::BlockingWaitsForLegacy;
    if (on.legacy) learn(clock, agents_[*on.legacy], fact);
    return;
  }
  const auto barrier = barrier_of(op);
  if (!barrier) return;
  for (const model::StreamId other : on.streams) {
    if (kind(other) == StreamKind::NonBlocking || kind(other) == StreamKind::Legacy) continue;
    const bool unknown = kind(other) == StreamKind::Unknown && *barrier == Fact::LegacyWaitsForBlocking;
    learn(clock, agents_[stream(other).agent], unknown ? Fact::UnknownKindMayBeBlocking : *barrier);
  }
}

std::optional<Fact> Ordering::barrier_of(const model::Operation& op) const {
  if (op.verb != Verb::StreamWait) return Fact::LegacyWaitsForBlocking;
  if (!op.event || !has_record(*op.event)) return std::nullopt;
  const bool surely = events_[index(*op.event)].captured && !entities_->events[index(*op.event)].is_element;
  return surely ? Fact::LegacyWaitsForBlocking : Fact::LegacyWaitMayBeBarrier;
}

void Ordering::draw_unknown_stream_edges(const model::Operation& op, Clock& clock) {
  const bool is_element = entities_->streams[index(*op.stream)].is_element;
  const Fact fact = is_element ? Fact::ElementStreamMayBeAny : Fact::ValueWaitMayOrder;
  if (stream(*op.stream).may_be_any && facts_.has(fact)) agents_.teach_all(clock, row(fact).strength);
  clock.learn(agents_[unknown_streams_], Strength::Open);
}

void Ordering::wait_inside_call(const model::Operation& op, Clock& clock) {
  if (waits_.before) {
    host_learns(op.host, clock, *waits_.before);
    clock.tick();  // the work that the host waited for is one operation, the access another
  }
  if (!waits_.staging) return;
  const bool in_call = op.source_order == model::SourceOrder::DuringCall;
  Clock& staging = agents_[staging_of(in_call ? host(op.host).agent : clock.self())];
  staging.tick();
  clock.learn(staging, Strength::Doc);
  staged_ = position_of(staging);
}

bool Ordering::learn_event(model::EventId id, Fact fact, Clock& clock) {
  const EventState& state = event(id);
  const model::Event& described = entities_->events[index(id)];
  bool may_match = state.maybe.has_value() || agents_[unknown_records_].epoch() != Epoch{};
  if (described.is_element) {
    if (facts_.has(Fact::ElementEventMayBeAny)) agents_.teach_all(clock, row(Fact::ElementEventMayBeAny).strength);
    may_match = true;
  } else if (state.captured) {
    learn(clock, *state.captured, fact);
  } else if (described.from_outside) {
    if (facts_.has(Fact::OutsideEventMayOrder)) agents_.teach_all(clock, row(Fact::OutsideEventMayOrder).strength);
    may_match = true;
  }
  const Fact surest = described.is_element ? Fact::ElementEventMayBeAny : fact;
  if (state.maybe) learn(clock, *state.maybe, row(surest).strength == Strength::Open ? surest : state.maybe_by);
  learn(clock, agents_[unknown_records_], Fact::ElementEventMayBeAny);
  return may_match;
}

void Ordering::wait_for(model::EventId id, Fact fact, Clock& clock, std::uint32_t position) {
  const bool may_match = learn_event(id, fact, clock);
  if (!log_) return;
  const EventState& state = event(id);
  const auto matched = state.captured ? std::optional(state.record) : std::nullopt;
  log_->waits.push_back({position, id, position_of(clock), matched, may_match});
}

void Ordering::leave_stream(const model::Operation& op, std::uint32_t position) {
  StreamState& state = stream(*op.stream);
  Clock& clock = agents_[state.agent];
  if (where_ == Where::Outside) {
    if (waits_.after) host_learns(op.host, clock, *waits_.after);
    if (staged_) host_learns(op.host, agents_[staged_->agent], *waits_.staging);
    if (state.may_be_any) {
      agents_[unknown_streams_].tick();
      agents_[unknown_streams_].learn(clock, Strength::Open);
    }
  }
  if (op.verb == Verb::GraphLaunch && op.graph) launches_[index(*op.graph)] = clock;
  if (op.verb == Verb::Record && op.event) record(op, position, clock);
  agents_.remember(state.agent);
}

void Ordering::record(const model::Operation& op, std::uint32_t position, const Clock& clock) {
  EventState& state = event(*op.event);
  if (op.programmatic) {  // what its launch promises was recorded before the launch
    state.maybe = clock;
    state.maybe_by = Fact::ProgrammaticEventWaitsForKernel;
    return;
  }
  state = {.captured = clock, .record = position};
  if (entities_->events[index(*op.event)].is_element) {
    agents_[unknown_records_].tick();
    agents_[unknown_records_].learn(clock, Strength::Open);
  }
  if (log_) log_->records.push_back({position, *op.event, position_of(clock), clock});
}

void Ordering::may_record(model::EventId id, model::StreamId launched_in) {
  event(id).maybe = agents_[stream(launched_in).agent];
  event(id).maybe_by = Fact::ExternalRecordMayCoverLaunch;
}

bool Ordering::has_record(model::EventId id) const {
  return index(id) < events_.size() && (events_[index(id)].captured || events_[index(id)].maybe);
}

void Ordering::mend(Clock& later, AgentId agent, Epoch epoch) {
  later.learn(agents_.known_at(agent, epoch), Strength::Doc);
}

void Ordering::learn(Clock& to, const Clock& from, Fact fact) const {
  if (facts_.has(fact)) to.learn(from, row(fact).strength);
}

Ordering::StreamState& Ordering::stream(model::StreamId id) {
  if (streams_.size() <= index(id)) streams_.resize(index(id) + 1);
  auto& state = streams_[index(id)];
  if (!state) {
    const model::Stream& described = entities_->streams[index(id)];
    state = StreamState{.agent = agent_for_stream(id), .may_be_any = described.is_element};
    DeviceState& on = device(described.device);
    on.streams.push_back(id);
    if (described.kind == StreamKind::Legacy) on.legacy = state->agent;
  }
  return *state;
}

AgentId Ordering::staging_of(AgentId reader) {
  if (stagings_.size() <= index(reader)) stagings_.resize(index(reader) + 1);
  auto& staging = stagings_[index(reader)];
  if (!staging) staging = agents_.add();
  return *staging;
}

AgentId Ordering::agent_for_stream(model::StreamId id) {
  // Every live host is promised that the destroyed stream's work is complete, so whatever the new one does follows it.
  const auto reusable =
      std::ranges::find_if(retired_, [&](AgentId agent) { return known_to_all(agent, agents_[agent].epoch()); });
  if (reusable == retired_.end() || entities_->streams[index(id)].is_element) return agents_.add();
  const AgentId agent = *reusable;
  retired_.erase(reusable);
  forget_streams_of(agent);
  return agent;
}

void Ordering::retire(model::StreamId id) {
  const StreamState& state = stream(id);
  if (!state.may_be_any && std::ranges::count(retired_, state.agent) == 0) retired_.push_back(state.agent);
}

void Ordering::forget_streams_of(AgentId agent) {
  const auto is_of_agent = [&](model::StreamId id) {
    return streams_[index(id)] && streams_[index(id)]->agent == agent;
  };
  for (DeviceState& on : devices_) {
    for (const model::StreamId id : on.streams)
      if (is_of_agent(id)) streams_[index(id)].reset();
    std::erase_if(on.streams, [&](model::StreamId id) { return !streams_[index(id)]; });
  }
}

Ordering::EventState& Ordering::event(model::EventId id) {
  if (events_.size() <= index(id)) events_.resize(index(id) + 1);
  return events_[index(id)];
}

Ordering::DeviceState& Ordering::device(model::DeviceId id) {
  if (devices_.size() <= index(id)) devices_.resize(index(id) + 1);
  return devices_[index(id)];
}

}  // namespace cudep::engine
