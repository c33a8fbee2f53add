// The happens-before engine: takes operations in the order of submission and tells, for each, which earlier accesses it
// races with. Memory follows live buffers and streams, not the length of the run.
//
//   Engine<AccessHistory> engine(list.entities, AccessHistory(list.entities, used_in_part(list)), {});
//   std::vector<Race> races;
//   for (const model::Operation& op : list.operations) engine.advance(op, races);
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "rules/engine/capture.h"
#include "rules/engine/history.h"
#include "rules/engine/judge.h"
#include "rules/engine/ordering.h"

namespace cudep::engine {

struct EngineOptions {
  FactSet facts;
  bool mends = true;  // a race found is treated as ordered from then on, so that its consequences are not found too
  PathLog* log = nullptr;
};

/// Which buffers some operation uses from elsewhere than their start.
std::vector<bool> used_in_part(const model::OperationList& list);
/// The accesses that come with a verb: a stream-ordered allocation writes, a free ends.
std::optional<Touch> implied_touch(const model::Operation& op, std::uint32_t position);
/// A write of a buffer, wherever it begins and ends; `ends`: the last thing that happens to it.
Touch whole_touch(model::BufferId buffer, bool ends, std::uint32_t position);

/// What cudaDeviceReset ends. A buffer does not name its device: those count that work of the device has used.
class DeviceMemory {
 public:
  void use(model::DeviceId device, model::BufferId buffer, const model::Entities& entities);
  [[nodiscard]] std::vector<model::BufferId> used(model::DeviceId device) const;

 private:
  std::vector<std::vector<bool>> used_;  // by device and buffer
};

template <class History>
class Engine {
 public:
  Engine(const model::Entities& entities, History history, const EngineOptions& options)
      : entities_(&entities),
        options_(options),
        outside_(entities, options.facts, Where::Outside, 0, options.log),
        history_(std::move(history)) {}

  /// Appends the races of `op` with earlier operations.
  void advance(const model::Operation& op, std::vector<Race>& races) {
    const std::uint32_t position = count_++;
    if (options_.log) options_.log->positions.resize(count_);
    if (Capture* capture = capture_of(op)) return advance_inside(*capture, op, position, races);
    follow_graphs(op);
    if (op.verb == model::Verb::Allocate && op.buffer) history_.begin(*op.buffer);
    const auto body = body_of(op);
    if (body) wait_externally(*body, op, position);
    if (body) record_externally(*body, op, position, false);
    run(outside_, history_, op, position, body.get(), 0, races);
    if (body) record_externally(*body, op, position, true);
  }

 private:
  struct Capture {
    Ordering ordering;
    History history;
    GraphBody body;
    std::optional<model::GraphId> graph;
    model::StreamId origin;
    std::vector<model::StreamId> streams;
    std::uint32_t number;
  };

  [[nodiscard]] Capture* capture_of(const model::Operation& op) {
    if (captures_.empty() || !is_submitted(op)) return nullptr;
    for (const auto& capture : captures_)
      if (std::ranges::count(capture->streams, *op.stream) > 0) return capture.get();
    if (op.verb != model::Verb::StreamWait || !op.event) return nullptr;
    for (const auto& capture : captures_)
      if (capture->ordering.has_record(*op.event)) {
        capture->streams.push_back(*op.stream);
        capture->body.one_stream = false;
        return capture.get();
      }
    return nullptr;
  }

  void advance_inside(Capture& capture, const model::Operation& op, std::uint32_t position, std::vector<Race>& races) {
    add_node(capture.body, op, position);
    if (op.external) return;
    run(capture.ordering, capture.history, op, position, nullptr, capture.number, races);
  }

  void follow_graphs(const model::Operation& op) {
    using model::Verb;
    if (op.verb == Verb::BeginCapture && op.stream) {
      ++captures_begun_;
      captures_.push_back(std::make_unique<Capture>(
          Capture{Ordering(*entities_, options_.facts, Where::InCapture, captures_begun_, options_.log),
                  empty_,
                  {},
                  op.graph,
                  *op.stream,
                  {*op.stream},
                  captures_begun_}));
    }
    if (op.verb == Verb::EndCapture && op.stream) end_capture(op);
    if (op.verb == Verb::Instantiate && op.graph && op.executable) {
      const std::shared_ptr<const GraphBody> body = body_slot(*op.graph);
      body_slot(*op.executable) = body;
    }
    if (op.verb == Verb::DestroyGraph && op.graph) body_slot(*op.graph) = nullptr;
  }

  void end_capture(const model::Operation& op) {
    const auto ended =
        std::ranges::find_if(captures_, [&](const auto& capture) { return capture->origin == *op.stream; });
    if (ended == captures_.end()) return;
    const auto graph = op.graph ? op.graph : (*ended)->graph;
    if (graph) body_slot(*graph) = std::make_shared<const GraphBody>(std::move((*ended)->body));
    captures_.erase(ended);
  }

  void wait_externally(const GraphBody& body, const model::Operation& launch, std::uint32_t position) {
    for (const model::EventId event : body.external_waits)
      order_only({.verb = model::Verb::StreamWait,
                  .host = launch.host,
                  .stream = launch.stream,
                  .event = event,
                  .external = true},
                 position);
  }

  /// Records that cover the whole launch are made after it. Others are made before it, and may cover some of it.
  void record_externally(const GraphBody& body, const model::Operation& launch, std::uint32_t position, bool launched) {
    if (!options_.facts.has(Fact::ExternalRecordAtLaunch)) return;
    for (const ExternalRecord& record : body.external_records) {
      if (covers_all(body, record) == launched)
        order_only({.verb = model::Verb::Record,
                    .host = launch.host,
                    .stream = launch.stream,
                    .event = record.event,
                    .external = true},
                   position);
      if (launched && !covers_all(body, record)) outside_.may_record(record.event, *launch.stream);
    }
  }

  void order_only(const model::Operation& op, std::uint32_t position) {
    outside_.enter(op, position);
    outside_.leave(op, position);
  }

  void run(Ordering& ordering, History& history, const model::Operation& op, std::uint32_t position,
           const GraphBody* body, std::uint32_t capture, std::vector<Race>& races) {
    Clock& clock = ordering.enter(op, position);
    const Actor actor{op.host, position, !is_submitted(op), capture, options_.mends};
    collect_touches(op, position, body);
    if (capture == 0) note_used_memory(op);
    conflicts_.clear();
    for (const Touch& touch : touches_)
      history.conflicts(touch, {clock, options_.facts.has(Fact::StreamOrder)}, conflicts_);
    if (!conflicts_.empty()) judge(conflicts_, actor, ordering, clock, races);
    const auto is_settled = [&](AgentId agent, Epoch epoch) {
      return options_.mends && ordering.known_to_all(agent, epoch);
    };
    for (const Touch& touch : touches_) {
      const bool staged = ordering.staged() && touch.kind == model::AccessKind::Read &&
                          (op.source_order == model::SourceOrder::DuringCall || is_pageable(touch.buffer));
      history.add(touch, entry_of(touch, actor, clock, staged ? ordering.staged() : std::nullopt), clock, is_settled);
    }
    ordering.leave(op, position);
  }

  void collect_touches(const model::Operation& op, std::uint32_t position, const GraphBody* body) {
    touches_.clear();
    const bool ends = op.verb == model::Verb::EndHostLife;
    for (const model::Access& access : op.accesses)
      touches_.push_back({.buffer = access.buffer,
                          .kind = ends ? model::AccessKind::Write : access.kind,
                          .range = &access.range,
                          .indirect = access.indirect,
                          .ends = ends,
                          .origin = position});
    if (const auto implied = implied_touch(op, position)) touches_.push_back(*implied);
    if (op.verb == model::Verb::ResetDevice)
      for (const model::BufferId buffer : device_memory_.used(outside_.current_device(op)))
        touches_.push_back(whole_touch(buffer, true, position));
    if (body) collect_node_touches(*body);
  }

  /// Work that runs; captured calls do not, their launches do.
  void note_used_memory(const model::Operation& op) {
    if (!is_submitted(op)) return;
    for (const Touch& touch : touches_)
      device_memory_.use(entities_->streams[index(*op.stream)].device, touch.buffer, *entities_);
  }

  void collect_node_touches(const GraphBody& body) {
    for (const NodeAccess& node : body.accesses)
      touches_.push_back({.buffer = node.access.buffer,
                          .kind = node.access.kind,
                          .range = &node.access.range,
                          .indirect = node.access.indirect,
                          .origin = node.origin});
  }

  [[nodiscard]] bool is_pageable(model::BufferId id) const {
    return entities_->buffers[index(id)].kind == model::MemoryKind::Pageable;
  }

  std::shared_ptr<const GraphBody>& body_slot(model::GraphId graph) {
    if (bodies_.size() <= index(graph)) bodies_.resize(index(graph) + 1);
    return bodies_[index(graph)];
  }
  [[nodiscard]] std::shared_ptr<const GraphBody> body_of(const model::Operation& op) {
    return op.verb == model::Verb::GraphLaunch && op.graph && op.stream ? body_slot(*op.graph) : nullptr;
  }

  const model::Entities* entities_;
  EngineOptions options_;
  Ordering outside_;
  History history_;
  History empty_ = history_;  // for captures
  std::uint32_t count_ = 0;
  std::uint32_t captures_begun_ = 0;
  std::vector<std::unique_ptr<Capture>> captures_;
  std::vector<std::shared_ptr<const GraphBody>> bodies_;
  DeviceMemory device_memory_;
  std::vector<Touch> touches_;
  std::vector<Conflict> conflicts_;
};

}  // namespace cudep::engine
