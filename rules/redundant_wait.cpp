// Rule redundant-wait: a wait or a synchronize after which nothing is ordered that was not before.
#include <algorithm>
#include <iterator>
#include <map>

#include "rules/order_walk.h"
#include "rules/path_rule.h"
#include "rules/races.h"

namespace cudep::rules {
namespace {

using model::Operation;
using model::OperationList;
using model::StreamKind;
using model::Verb;

/// A stream that was handed to the program, or one of the default streams outside of `main`, may have been given work
/// that is not on the path.
bool is_stream_all_seen(const OperationList& path, const Operation& op) {
  const model::Stream& stream = path.entities.streams[index(*op.stream)];
  if (stream.is_element || stream.kind == StreamKind::Unknown) return false;
  const bool is_default = stream.kind == StreamKind::Legacy || stream.kind == StreamKind::PerThread;
  return !is_default || is_whole_program(path, op);
}

/// Nothing that is not on the path can be what the operation waits for.
bool is_all_seen(const OperationList& path, const Operation& op, const OrderWalk& walk) {
  if (op.stream && !is_stream_all_seen(path, op)) return false;
  if (!op.event) return op.stream || is_whole_program(path, op);
  const model::Event& event = path.entities.events[index(*op.event)];
  return !event.is_element && !event.from_outside && !op.external && walk.latest_record(*op.event) != nullptr;
}

/// A wait of the source, in all laps.
struct Wait {
  std::uint32_t position;
  bool needed = false;
};

std::map<CallPath, Wait> waits(const OperationList& path, const CheckOptions& options) {
  constexpr Verb kUnseen[] = {Verb::UnknownCall, Verb::UnorderedWork, Verb::StartThread, Verb::Prefetch};
  std::map<CallPath, Wait> all;
  OrderWalk walk(path, options.facts);
  bool unseen_work = false;  // by a function without a body, or with an effect that is no access
  bool any_work = false;
  while (walk.next()) {
    const Operation& op = walk.op();
    any_work |= is_work(op);
    unseen_work |= std::ranges::find(kUnseen, op.verb) != std::end(kUnseen);
    if (!is_asked_for(op)) continue;
    const bool needed = walk.adds_order() || unseen_work;
    if (op.verb == Verb::DeviceSynchronize) unseen_work = false;
    if (needed || (any_work && is_all_seen(path, op, walk)))
      all.try_emplace(call_path(op), Wait{.position = walk.position()}).first->second.needed |= needed;
  }
  return all;
}

void find(const OperationList& path, const CheckOptions& options, std::vector<Finding>& findings) {
  const Rule& rule = kRedundantWait.rule;
  for (const auto& [call, wait] : waits(path, options))
    findings.push_back(wait.needed ? refutation(path, rule, wait.position)
                                   : remark(path, rule, Reason::NothingToOrder, {.at = wait.position}));
}

}  // namespace

const PathRule kRedundantWait = {
    .rule = {.id = "redundant-wait",
             .summary = "a wait or a synchronize that orders nothing which was not ordered already",
             .help =
                 R"(A wait costs a call and, in the host, the latency of a round trip. One that adds no order can go:

```cuda
cudaEventRecord(done, producer);
cudaStreamWaitEvent(consumer, done);
cudaStreamWaitEvent(consumer, done);   // waited for already
cudaStreamSynchronize(consumer);
cudaEventSynchronize(done);            // complete already: consumer waited for it
```

What is left orders the same:

```cuda
cudaEventRecord(done, producer);
cudaStreamWaitEvent(consumer, done);
cudaStreamSynchronize(consumer);
```

Typical are waits of a stream for an event that it recorded itself, synchronizes behind a blocking copy that waits by
itself, and one synchronize for each stream in front of one for the device.

A wait that orders something in one lap, or on one path, is not reported, nor is one whose event or stream comes from
outside. Runs are judged likewise.)",
             .severity = Severity::Warning,
             .on_by_default = false,
             .performance = true},
    .find = find};

}  // namespace cudep::rules
