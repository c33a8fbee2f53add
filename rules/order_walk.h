// Goes over a path operation by operation with what each knows to be complete. Captured calls enqueue nothing and are
// passed over.
//
//   OrderWalk walk(path, facts);
//   while (walk.next())
//     if (walk.op().verb == Verb::StreamWait && !walk.adds_order()) ...
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "rules/engine/ordering.h"
#include "rules/engine/path_log.h"

namespace cudep::rules {

class OrderWalk {
 public:
  OrderWalk(const model::OperationList& path, const engine::FactSet& facts);

  /// Goes on to the next operation; false behind the last one.
  bool next();
  [[nodiscard]] std::uint32_t position() const { return position_; }
  [[nodiscard]] const model::Operation& op() const { return path_->operations[position_]; }
  /// What the operation may rely on.
  [[nodiscard]] const engine::Clock& clock() const { return *clock_; }
  /// What the host thread of the operation knows; to be asked of an operation that is submitted.
  [[nodiscard]] const engine::Clock& host_clock();
  /// Of a wait or a synchronize: whether it orders anything that was not ordered before, if only perhaps.
  [[nodiscard]] bool adds_order() const { return adds_order_; }
  /// The record that a wait here would match, or null.
  [[nodiscard]] const engine::LoggedRecord* latest_record(model::EventId event) const;
  /// Some capture records the event or waits for it.
  [[nodiscard]] bool is_captured(model::EventId event) const { return captured_events_.contains(event); }

 private:
  [[nodiscard]] bool is_captured(const model::Operation& op);
  void follow_captures(const model::Operation& op);
  void enter(const model::Operation& op);

  const model::OperationList* path_;
  engine::PathLog log_;
  engine::Ordering ordering_;
  const engine::Clock* clock_ = nullptr;  // of the operation that has been entered
  std::uint32_t position_ = 0;
  std::uint32_t next_ = 0;
  bool adds_order_ = false;
  std::set<model::StreamId> capturing_;
  std::set<model::EventId> captured_events_;
  std::map<model::EventId, std::size_t> latest_;
};

}  // namespace cudep::rules
