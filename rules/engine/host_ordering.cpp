// The edges of host threads: what each call lets them know, and how threads learn from each other.
#include <algorithm>

#include "rules/engine/ordering.h"

namespace cudep::engine {

using model::StreamKind;
using model::Verb;

namespace {
constexpr StreamCover kSynchronize{Fact::StreamSynchronizeCoversStream, Fact::LegacySynchronizeCoversBlocking};
constexpr StreamCover kQuery{Fact::StreamQueryEqualsSynchronize, Fact::LegacyQueryCoversBlocking};
constexpr StreamCover kMaybe{Fact::UnknownCallMayOrder, Fact::UnknownCallMayOrder};
}  // namespace

Clock& Ordering::enter_host(const model::Operation& op, std::uint32_t position) {
  HostState& state = host(op.host);
  const AgentId agent = state.agent;
  agents_[agent].tick();
  switch (op.verb) {
    case Verb::SelectDevice:
      if (op.device) state.device = *op.device;
      break;
    case Verb::StreamSynchronize:
    case Verb::StreamQuery:
      if (op.stream)
        synchronize_stream(*op.stream, op.verb == Verb::StreamQuery ? kQuery : kSynchronize, agents_[agent]);
      break;
    case Verb::EventSynchronize:
    case Verb::EventQuery: {
      const Fact fact =
          op.verb == Verb::EventQuery ? Fact::EventQueryEqualsSynchronize : Fact::EventSynchronizeCoversRecord;
      if (op.event) wait_for(*op.event, fact, agents_[agent], position);
      break;
    }
    case Verb::DeviceSynchronize:
      wait_for_device(op, agents_[agent], Fact::DeviceSynchronizeCoversDevice);
      break;
    case Verb::JoinThread:
      join_thread(op, agents_[agent], position);
      break;
    case Verb::UnknownCall:
      call_unknown(op, agents_[agent]);
      break;
    case Verb::CreateStream:
      if (op.stream) stream(*op.stream);
      break;
    default:
      break;
  }
  if (waits_.before) wait_for_device(op, agents_[agent], *waits_.before);
  return agents_[agent];
}

void Ordering::leave_host(const model::Operation& op, std::uint32_t position) {
  const AgentId agent = host(op.host).agent;
  if (waits_.after) {
    agents_[agent].tick();
    wait_for_device(op, agents_[agent], *waits_.after);
  }
  if (op.verb == Verb::StartThread) start_thread(op, position);
  if (op.verb == Verb::CreateEvent && op.event) event(*op.event) = {};
  if (op.verb == Verb::DestroyStream && op.stream) retire(*op.stream);
  agents_.remember(agent);
}

void Ordering::synchronize_stream(model::StreamId id, const StreamCover& facts, Clock& clock) {
  const AgentId agent = stream(id).agent;
  const model::Stream& described = entities_->streams[index(id)];
  if (!described.is_element) learn(clock, agents_[agent], facts.own);
  if (described.is_element && facts_.has(Fact::ElementStreamMayBeAny))
    agents_.teach_all(clock, row(Fact::ElementStreamMayBeAny).strength);
  learn(clock, agents_[unknown_streams_], Fact::ElementStreamMayBeAny);
  if (described.kind != StreamKind::Legacy) return;
  for (const model::StreamId other : device(described.device).streams) {
    if (kind(other) == StreamKind::NonBlocking || kind(other) == StreamKind::Legacy) continue;
    const Fact fact = kind(other) == StreamKind::Unknown ? Fact::UnknownKindMayBeBlocking : facts.blocking;
    learn(clock, agents_[stream(other).agent], fact);
  }
}

model::DeviceId Ordering::current_device(const model::Operation& op) const {
  if (op.device) return *op.device;
  const bool seen = index(op.host) < hosts_.size() && hosts_[index(op.host)];
  return seen ? hosts_[index(op.host)]->device : model::DeviceId{};
}

void Ordering::wait_for_device(const model::Operation& op, Clock& clock, Fact fact) {
  for (const model::StreamId other : device(current_device(op)).streams)
    learn(clock, agents_[stream(other).agent], fact);
}

void Ordering::call_unknown(const model::Operation& op, Clock& clock) {
  for (const model::StreamId id : op.streams) synchronize_stream(id, kMaybe, clock);
  for (const model::EventId id : op.events) learn_event(id, Fact::UnknownCallMayOrder, clock);
  const Fact all = Fact::UnknownCallMaySynchronizeAll;
  if (op.synchronizes_all && facts_.has(all)) agents_.teach_all(clock, row(all).strength);
  for (const model::EventId id : op.events) {
    EventState& state = event(id);
    if (state.maybe) {
      learn(*state.maybe, clock, Fact::UnknownCallMayOrder);
      continue;
    }
    state.maybe = clock;
    state.maybe_by = Fact::UnknownCallMayOrder;
  }
}

void Ordering::start_thread(const model::Operation& op, std::uint32_t position) {
  if (!op.thread) return;
  host(*op.thread);  // may move the states
  const HostState& parent = host(op.host);
  HostState& child = host(*op.thread);
  child.live = true;
  agents_[child.agent].tick();
  learn(agents_[child.agent], agents_[parent.agent], Fact::ThreadStart);
  child.submissions_known = parent.submissions_known;
  child.submissions_known.resize(std::max(child.submissions_known.size(), index(op.host) + 1));
  child.submissions_known[index(op.host)] = position;
}

void Ordering::join_thread(const model::Operation& op, Clock& clock, std::uint32_t position) {
  if (!op.thread) return;
  host(*op.thread);
  HostState& own = host(op.host);
  HostState& ended = host(*op.thread);
  learn(clock, agents_[ended.agent], Fact::ThreadJoin);
  ended.live = false;
  auto& known = own.submissions_known;
  known.resize(std::max({known.size(), ended.submissions_known.size(), index(*op.thread) + 1}));
  for (std::size_t i = 0; i < ended.submissions_known.size(); ++i)
    known[i] = std::max(known[i], ended.submissions_known[i]);
  known[index(*op.thread)] = position;
}

bool Ordering::threads_ordered(std::uint16_t earlier, model::HostId later, std::uint32_t position) const {
  if (earlier == index(later) || where_ == Where::InCapture) return true;
  const auto& known = hosts_[index(later)]->submissions_known;
  return earlier < known.size() && position <= known[earlier];
}

bool Ordering::known_to_all(AgentId agent, Epoch epoch) const {
  return std::ranges::all_of(hosts_, [&](const std::optional<HostState>& state) {
    return !state || !state->live || agents_[state->agent].knows(agent, epoch, Strength::Doc);
  });
}

void Ordering::host_learns(model::HostId id, const Clock& from, Fact fact) {
  const AgentId agent = host(id).agent;
  agents_[agent].tick();
  learn(agents_[agent], from, fact);
  agents_.remember(agent);
}

Ordering::HostState& Ordering::host(model::HostId id) {
  if (hosts_.size() <= index(id)) hosts_.resize(index(id) + 1);
  auto& state = hosts_[index(id)];
  if (!state) state = HostState{.agent = agents_.add()};
  return *state;
}

}  // namespace cudep::engine
