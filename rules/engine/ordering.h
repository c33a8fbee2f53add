// Happens-before, without memory: streams, host threads and events, and the edges that each operation draws. It knows
// no buffers and no ranges.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/engine/agents.h"
#include "rules/engine/host_wait.h"
#include "rules/engine/ordering_facts.h"
#include "rules/engine/path_log.h"
#include "rules/model/operation.h"

namespace cudep::engine {

/// Work that is submitted to a stream, as opposed to what the host thread does itself.
bool is_submitted(const model::Operation& op);

/// Inside a capture nothing is enqueued: only stream order and event waits make edges.
enum class Where : std::uint8_t { Outside, InCapture };

/// By which facts the host knows the work of a stream; `blocking`: that of blocking streams, when it is the legacy one.
struct StreamCover {
  Fact own;
  Fact blocking;
};

class Ordering {
 public:
  /// `entities` may grow later; `log` is filled when given, `capture` being the number noted there.
  Ordering(const model::Entities& entities, FactSet facts, Where where = Where::Outside, std::uint32_t capture = 0,
           PathLog* log = nullptr);

  /// Draws the edges into an operation and returns what its accesses may rely on.
  Clock& enter(const model::Operation& op, std::uint32_t position);
  /// Draws the edges out of it; to be called after its accesses were judged.
  void leave(const model::Operation& op, std::uint32_t position);

  /// The agent that reads the source of the operation just entered, if that is done when the call returns.
  [[nodiscard]] const std::optional<Position>& staged() const { return staged_; }
  [[nodiscard]] const FactSet& facts() const { return facts_; }
  /// The device that the call names, else the one its thread has selected.
  [[nodiscard]] model::DeviceId current_device(const model::Operation& op) const;
  [[nodiscard]] bool has_record(model::EventId event) const;
  /// A node of the graph just launched in `stream` recorded the event; how much of the launch it covers is not known.
  void may_record(model::EventId event, model::StreamId stream);
  /// True when every live host thread is promised that the operation is complete, so that all later work follows it.
  [[nodiscard]] bool known_to_all(AgentId agent, Epoch epoch) const;
  /// True when the thread `later` submits after all that `earlier` had done by the operation at `position`.
  [[nodiscard]] bool threads_ordered(std::uint16_t earlier, model::HostId later, std::uint32_t position) const;
  /// Lets an agent know an operation of another in every strength, as the missing edge would have.
  void mend(Clock& later, AgentId agent, Epoch epoch);

 private:
  struct StreamState {
    AgentId agent;
    bool may_be_any = false;  // an element at an unknown index, or ordered by memory values
  };
  struct HostState {
    AgentId agent;
    bool live = true;
    model::DeviceId device{};
    std::vector<std::uint32_t> submissions_known;  // of each thread, up to which position
  };
  struct EventState {
    std::optional<Clock> captured;
    std::uint32_t record = 0;
    std::optional<Clock> maybe;  // what may have been recorded besides
    Fact maybe_by = Fact::UnknownCallMayOrder;
  };
  struct DeviceState {
    std::optional<AgentId> legacy;
    std::vector<model::StreamId> streams;
  };

  StreamState& stream(model::StreamId id);
  HostState& host(model::HostId id);
  EventState& event(model::EventId id);
  DeviceState& device(model::DeviceId id);
  /// The agent that reads the sources of copies while the host is in the call: one for each stream, and one for each
  /// host thread where the read is not in the order of the stream.
  AgentId staging_of(AgentId reader);
  AgentId agent_for_stream(model::StreamId id);
  void retire(model::StreamId id);
  void forget_streams_of(AgentId agent);
  [[nodiscard]] model::StreamKind kind(model::StreamId id) const { return entities_->streams[index(id)].kind; }

  Clock& enter_stream(const model::Operation& op, std::uint32_t position);
  Clock& enter_host(const model::Operation& op, std::uint32_t position);
  void leave_stream(const model::Operation& op, std::uint32_t position);
  void leave_host(const model::Operation& op, std::uint32_t position);
  void draw_default_stream_edges(const model::Operation& op, Clock& clock);
  /// By which fact an operation of the legacy stream waits for blocking streams; none when it does not.
  [[nodiscard]] std::optional<Fact> barrier_of(const model::Operation& legacy_op) const;
  void draw_unknown_stream_edges(const model::Operation& op, Clock& clock);
  void wait_inside_call(const model::Operation& op, Clock& stream_clock);
  /// True when the event may have been recorded out of sight.
  bool learn_event(model::EventId id, Fact fact, Clock& clock);
  void wait_for(model::EventId id, Fact fact, Clock& clock, std::uint32_t position);
  void record(const model::Operation& op, std::uint32_t position, const Clock& clock);
  void synchronize_stream(model::StreamId id, const StreamCover& facts, Clock& clock);
  void wait_for_device(const model::Operation& op, Clock& clock, Fact fact);
  void call_unknown(const model::Operation& op, Clock& clock);
  void start_thread(const model::Operation& op, std::uint32_t position);
  void join_thread(const model::Operation& op, Clock& clock, std::uint32_t position);
  void host_learns(model::HostId id, const Clock& from, Fact fact);
  void learn(Clock& to, const Clock& from, Fact fact) const;
  [[nodiscard]] Position position_of(const Clock& clock) const { return {capture_, clock.self(), clock.epoch()}; }

  const model::Entities* entities_;
  FactSet facts_;
  Where where_;
  std::uint32_t capture_;
  PathLog* log_;
  Agents agents_;
  AgentId unknown_streams_;  // all work in streams that may be any stream
  AgentId unknown_records_;  // all records of events that may be any event
  std::vector<std::optional<StreamState>> streams_;
  std::vector<std::optional<AgentId>> stagings_;  // by the agent of the stream or host thread
  std::vector<std::optional<HostState>> hosts_;
  std::vector<EventState> events_;
  std::vector<DeviceState> devices_;
  std::vector<std::optional<Clock>> launches_;  // the last one of each executable
  std::vector<AgentId> retired_;                // agents of destroyed streams
  HostWaits waits_;                             // of the operation just entered
  std::optional<Position> staged_;
};

}  // namespace cudep::engine
