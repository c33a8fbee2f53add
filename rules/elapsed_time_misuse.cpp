// Rule elapsed-time-misuse: the time between two events that keep no times, or are not known to be complete.
#include <map>
#include <set>

#include "rules/order_walk.h"
#include "rules/path_rule.h"

namespace cudep::rules {
namespace {

using model::Operation;
using model::OperationList;
using model::Verb;

/// Asks, for each call, what is known of its events.
class Question {
 public:
  Question(const OperationList& path, const CheckOptions& options, std::vector<Finding>& findings)
      : path_(path), walk_(path, options.facts), findings_(findings) {}

  void run() {
    while (walk_.next()) {
      const Operation& op = walk_.op();
      launched_graph_ |= op.verb == Verb::GraphLaunch;
      if (op.verb == Verb::CreateEvent && op.event) made_.insert_or_assign(*op.event, walk_.position());
      if (op.verb == Verb::CreateStream && op.stream) streams_.insert(*op.stream);
      if (op.verb == Verb::UnknownCall) handed_out_.insert(op.events.begin(), op.events.end());
      if (op.verb != Verb::ElapsedTime) continue;
      for (const model::EventId event : op.events)
        if (ask(event)) break;
    }
  }

 private:
  [[nodiscard]] bool is_known(model::EventId event) const {
    const model::Event& described = path_.entities.events[index(event)];
    return !described.is_element && !described.from_outside && !handed_out_.contains(event) &&
           !walk_.is_captured(event);
  }

  /// A whole program has its streams from elsewhere when it does not make them: their owner may have waited.
  [[nodiscard]] bool is_lent(const Operation& record) const {
    const model::StreamKind kind = path_.entities.streams[index(*record.stream)].kind;
    return kind == model::StreamKind::Unknown && !streams_.contains(*record.stream) && is_whole_program(path_, record);
  }

  /// Between the two, nobody else had his turn: methods of one object are called in an order that only their caller
  /// knows.
  [[nodiscard]] bool is_one_call(std::uint32_t first, const Operation& second) const {
    const Operation& before = path_.operations[first];
    return is_whole_program(path_, second) || (!before.frames.empty() && !second.frames.empty() &&
                                               before.frames.back().function == second.frames.back().function);
  }

  /// True when the call is wrong.
  bool ask(model::EventId event) {
    if (!is_known(event)) return false;
    const auto made = made_.find(event);
    if (made != made_.end() && !path_.entities.events[index(event)].timing)
      return report(Reason::EventKeepsNoTimes, made->second);
    const engine::LoggedRecord* record = walk_.latest_record(event);
    if (!record)
      return made != made_.end() && !launched_graph_ && is_one_call(made->second, walk_.op()) &&
             report(Reason::TimeOfUnrecordedEvent, made->second);
    const bool same_thread = path_.operations[record->op].host == walk_.op().host;
    const auto order = walk_.clock().order(record->captured.self(), record->captured.epoch());
    return same_thread && !order && !is_lent(path_.operations[record->op]) &&
           report(Reason::TimeBeforeCompletion, record->op);
  }

  bool report(Reason reason, std::uint32_t evidence);

  const OperationList& path_;
  OrderWalk walk_;
  std::vector<Finding>& findings_;
  std::map<model::EventId, std::uint32_t> made_;
  std::set<model::StreamId> streams_;    // that the program made
  std::set<model::EventId> handed_out_;  // to functions that may record them
  bool launched_graph_ = false;          // whose nodes may record anything
};

bool Question::report(Reason reason, std::uint32_t evidence) {
  findings_.push_back(remark(path_, kElapsedTimeMisuse.rule, reason, {.at = walk_.position(), .evidence = evidence}));
  return true;
}

void find(const OperationList& path, const CheckOptions& options, std::vector<Finding>& findings) {
  Question(path, options, findings).run();
}

}  // namespace

const PathRule kElapsedTimeMisuse = {
    .rule = {.id = "elapsed-time-misuse",
             .summary = "the time between events that keep no times, or that are not known to be complete",
             .help = R"(`cudaEventElapsedTime` gives a time only of two events that were made to keep times, have been
recorded, and are complete. Else it fails, with `cudaErrorInvalidResourceHandle` or `cudaErrorNotReady`, and leaves the
time as it was; programs that do not look at the error print a number that means nothing:

```cuda
cudaEventRecord(start, stream);
scale<<<grid, block, 0, stream>>>(data);
cudaEventRecord(stop, stream);
cudaEventElapsedTime(&milliseconds, start, stop);   // stop is not complete
```

Make the host wait for the later event, or for its stream, before the call:

```cuda
cudaEventRecord(stop, stream);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&milliseconds, start, stop);
```

An event that is made with `cudaEventDisableTiming` keeps no times at all. Events from outside, and those that a function
without a body got, are not judged.)",
             .severity = Severity::Warning,
             .on_by_default = true},
    .find = find};

}  // namespace cudep::rules
