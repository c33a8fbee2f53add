// Follows earlier operations through the order of a run: each agent's first operation that knows of one.
#include "tracer/replay/ordering_edges.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "rules/describe.h"
#include "rules/engine/ordering.h"

namespace cudep::replay {
namespace {

using engine::AgentId;
using engine::Clock;
using engine::Epoch;
using model::Operation;
using model::Verb;

/// Which operations are nodes of captured graphs, so that nothing runs when they are submitted.
class CaptureTracker {
 public:
  bool is_inside(const Operation& op) {
    if (op.verb == Verb::BeginCapture && op.stream) streams_.insert(*op.stream);
    if (op.verb == Verb::EndCapture) {
      streams_.clear();
      events_.clear();
    }
    if (streams_.empty() || !engine::is_submitted(op)) return false;
    const bool joins = op.verb == Verb::StreamWait && op.event && events_.contains(*op.event);
    if (!joins && !streams_.contains(*op.stream)) return false;
    streams_.insert(*op.stream);
    if (op.verb == Verb::Record && op.event) events_.insert(*op.event);
    return true;
  }

 private:
  std::set<model::StreamId> streams_;
  std::set<model::EventId> events_;
};

bool is_host_wait(Verb verb) {
  switch (verb) {
    case Verb::StreamSynchronize:
    case Verb::EventSynchronize:
    case Verb::DeviceSynchronize:
    case Verb::StreamQuery:
    case Verb::EventQuery:
      return true;
    default:
      return false;
  }
}

/// Calls that make the host wait although that is not their purpose.
bool may_wait(const Operation& op) {
  const bool moves = op.verb == Verb::Copy || op.verb == Verb::Memset;
  const bool frees = op.verb == Verb::FreeDevice || op.verb == Verb::FreePinned || op.verb == Verb::Unregister ||
                     op.verb == Verb::UnloadModule;
  return moves || frees;
}

class EdgeSearch {
 public:
  EdgeSearch(std::span<const Meeting> meetings, const model::OperationList& run)
      : meetings_(meetings), run_(run), ordering_(run.entities, {}) {
    for (std::size_t i = 0; i < meetings.size(); ++i) {
      if (!meetings[i].ordered || meetings[i].in_capture) continue;
      by_later_[meetings[i].later].push_back(i);
      auto& last = last_use_[meetings[i].earlier];
      last = std::max(last, meetings[i].later);
    }
  }

  std::vector<rules::OrderingEdge> search() {
    std::vector<rules::OrderingEdge> edges(meetings_.size());
    CaptureTracker captures;
    for (std::uint32_t position = 0; position < run_.operations.size(); ++position) {
      const Operation& op = run_.operations[position];
      if (captures.is_inside(op)) continue;
      const Clock& clock = ordering_.enter(op, position);
      if (!engine::is_submitted(op)) host_ = clock.self();
      for (auto& [earlier, trail] : trails_) follow(trail, clock, position);
      if (const auto later = by_later_.find(position); later != by_later_.end())
        for (const std::size_t meeting : later->second)
          edges[meeting] = edge(trails_.at(meetings_[meeting].earlier), clock.self(), position);
      if (last_use_.contains(position)) trails_[position] = {position, clock.self(), clock.epoch(), {}};
      ordering_.leave(op, position);
      if (op.verb == Verb::Record && op.event) records_[*op.event] = position;
      if (op.verb == Verb::StreamWait && op.event && records_.contains(*op.event))
        matched_[position] = records_.at(*op.event);
      std::erase_if(trails_, [&](const auto& trail) { return last_use_.at(trail.first) <= position; });
    }
    return edges;
  }

 private:
  struct Trail {
    std::uint32_t earlier;
    AgentId agent;
    Epoch epoch;
    std::map<AgentId, std::uint32_t> first;  // each agent's first operation that knows of it
  };

  static void follow(Trail& trail, const Clock& clock, std::uint32_t position) {
    if (clock.self() == trail.agent || trail.first.contains(clock.self())) return;
    if (clock.order(trail.agent, trail.epoch)) trail.first[clock.self()] = position;
  }

  [[nodiscard]] std::string stream_of(const Operation& op) const {
    const std::string& name = run_.entities.streams[index(*op.stream)].name;
    return name.find("default stream") == std::string::npos ? fmt::format("stream `{}`", name) : name;
  }

  rules::OrderingEdge by_wait(std::uint32_t position) const {
    const Operation& op = run_.operations[position];
    rules::OrderingEdge edge{.place = rules::place_of(run_, position)};
    edge.description = fmt::format("the wait of {} for event `{}`", stream_of(op),
                                   op.event ? run_.entities.events[index(*op.event)].name : "");
    if (const auto record = matched_.find(position); record != matched_.end())
      edge.record = rules::place_of(run_, record->second);
    return edge;
  }

  rules::OrderingEdge by_call(std::uint32_t position, std::string_view how) const {
    return {.description = fmt::format("{}{}", run_.operations[position].label, how),
            .place = rules::place_of(run_, position),
            .record = std::nullopt};
  }

  rules::OrderingEdge edge(const Trail& trail, AgentId agent, std::uint32_t later) const {
    const Operation& op = run_.operations[later];
    if (agent == trail.agent)
      return {.description = op.stream ? "the order of " + stream_of(op) : "the order of the host",
              .place = std::nullopt,
              .record = std::nullopt};
    const auto known = trail.first.find(agent);
    const std::uint32_t first = known == trail.first.end() ? later : known->second;
    if (run_.operations[first].verb == Verb::StreamWait && first != later) return by_wait(first);
    if (const auto host = trail.first.find(host_); host != trail.first.end() && host->second <= first)
      if (is_host_wait(run_.operations[host->second].verb)) return by_call(host->second, " on the host");
    return implicit(trail, first);
  }

  /// The default stream's order, or a call that waits inside.
  rules::OrderingEdge implicit(const Trail& trail, std::uint32_t first) const {
    const auto is_default = [&](std::uint32_t position) {
      const auto& stream = run_.operations[position].stream;
      return stream && run_.entities.streams[index(*stream)].kind == model::StreamKind::Legacy;
    };
    if (is_default(trail.earlier) || is_default(first))
      return {.description = "the order of the default stream", .place = std::nullopt, .record = std::nullopt};
    for (std::uint32_t position = first; position-- > trail.earlier;)
      if (is_default(position) || may_wait(run_.operations[position]))
        return by_call(position, is_default(position) ? " on the default stream" : ", which waits");
    return {.description = "an order of its surroundings", .place = std::nullopt, .record = std::nullopt};
  }

  std::span<const Meeting> meetings_;
  const model::OperationList& run_;
  engine::Ordering ordering_;
  AgentId host_{};
  std::map<std::uint32_t, std::vector<std::size_t>> by_later_;
  std::map<std::uint32_t, std::uint32_t> last_use_;  // of an earlier operation: its last meeting
  std::map<std::uint32_t, Trail> trails_;            // by earlier operation
  std::map<model::EventId, std::uint32_t> records_;
  std::map<std::uint32_t, std::uint32_t> matched_;  // of waits: the record
};

}  // namespace

std::vector<rules::OrderingEdge> ordering_edges(std::span<const Meeting> meetings, const model::OperationList& run) {
  return EdgeSearch(meetings, run).search();
}

}  // namespace cudep::replay
