// The clocks of a path, one operation after the other.
#include "rules/order_walk.h"

namespace cudep::rules {

using engine::Clock;
using model::Operation;
using model::Verb;

namespace {

bool waits(const Operation& op) {
  return op.verb == Verb::StreamWait || op.verb == Verb::StreamSynchronize || op.verb == Verb::EventSynchronize ||
         op.verb == Verb::DeviceSynchronize;
}

}  // namespace

OrderWalk::OrderWalk(const model::OperationList& path, const engine::FactSet& facts)
    : path_(&path), ordering_(path.entities, facts, engine::Where::Outside, 0, &log_) {
  log_.positions.resize(path.operations.size());
}

bool OrderWalk::next() {
  if (clock_) {
    ordering_.leave(op(), position_);
    if (op().verb == Verb::Record && op().event && !op().programmatic) latest_[*op().event] = log_.records.size() - 1;
  }
  clock_ = nullptr;
  for (; next_ < path_->operations.size(); ++next_) {
    const Operation& op = path_->operations[next_];
    if (is_captured(op)) continue;
    follow_captures(op);
    position_ = next_++;
    enter(op);
    return true;
  }
  return false;
}

/// A probe of the same agent learns all but what the wait is for.
void OrderWalk::enter(const Operation& op) {
  const bool matches = !op.event || op.verb == Verb::EventSynchronize || ordering_.has_record(*op.event);
  std::uint32_t known = 0;
  const bool asked = waits(op) && matches;
  if (asked) {
    const bool submitted = engine::is_submitted(op);
    const Operation probe{.verb = submitted ? Verb::Prefetch : Verb::HostAccess, .host = op.host, .stream = op.stream};
    known = ordering_.enter(probe, position_).lessons();
    ordering_.leave(probe, position_);
  }
  clock_ = &ordering_.enter(op, position_);
  adds_order_ = asked && clock_->lessons() != known;
}

const Clock& OrderWalk::host_clock() {
  return ordering_.enter({.verb = Verb::HostAccess, .host = op().host}, position_);
}

const engine::LoggedRecord* OrderWalk::latest_record(model::EventId event) const {
  const auto found = latest_.find(event);
  return found == latest_.end() ? nullptr : &log_.records[found->second];
}

bool OrderWalk::is_captured(const Operation& op) {
  if (capturing_.empty() || !engine::is_submitted(op)) return false;
  if (op.verb == Verb::StreamWait && op.event && captured_events_.contains(*op.event)) capturing_.insert(*op.stream);
  if (!capturing_.contains(*op.stream)) return false;
  if (op.event) captured_events_.insert(*op.event);
  return true;
}

void OrderWalk::follow_captures(const Operation& op) {
  if (op.verb == Verb::BeginCapture && op.stream) capturing_.insert(*op.stream);
  if (op.verb == Verb::EndCapture) capturing_.clear();  // that of one origin ends those of all that joined it
}

}  // namespace cudep::rules
