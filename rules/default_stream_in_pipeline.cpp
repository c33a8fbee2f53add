// Rule default-stream-in-pipeline: work of the legacy default stream keeps apart the work of blocking streams that
// could overlap.
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

/// Work in stream 0 of one call, in all laps, and what it keeps apart.
struct Barrier {
  std::vector<std::uint32_t> laps;
  std::optional<std::uint32_t> before;
  std::optional<std::uint32_t> behind;
};

StreamKind kind_of(const OperationList& path, const Operation& op) {
  return path.entities.streams[index(*op.stream)].kind;
}

/// The last work of blocking streams, by stream, with what the engine calls it.
struct InFlight {
  std::uint32_t position;
  engine::AgentId agent;
  engine::Epoch epoch;
};

class Search {
 public:
  Search(const OperationList& path, const CheckOptions& options) : path_(path), walk_(path, options.facts) {}

  std::map<CallPath, Barrier> run() {
    while (walk_.next()) {
      if (is_synchronize(walk_.op())) open_.reset();
      if (!is_work(walk_.op())) continue;
      const StreamKind kind = kind_of(path_, walk_.op());
      if (kind == StreamKind::Legacy) note_barrier();
      if (kind == StreamKind::Blocking) note_work();
    }
    return std::move(barriers_);
  }

 private:
  /// Work of a blocking stream that the host does not know to be complete.
  std::optional<std::uint32_t> in_flight() {
    const engine::Clock& host = walk_.host_clock();
    for (const auto& [stream, work] : in_flight_)
      if (!host.order(work.agent, work.epoch)) return work.position;
    return std::nullopt;
  }

  void note_barrier() {
    const auto before = in_flight();
    Barrier& barrier = barriers_[call_path(walk_.op())];
    barrier.laps.push_back(walk_.position());
    if (!before) return;
    open_ = call_path(walk_.op());
    if (!barrier.behind) barrier.before = before;
  }

  void note_work() {
    const Operation& op = walk_.op();
    in_flight_.insert_or_assign(*op.stream, InFlight{walk_.position(), walk_.clock().self(), walk_.clock().epoch()});
    if (!open_) return;
    Barrier& barrier = barriers_[*open_];
    if (barrier.behind || path_.operations[*barrier.before].stream == op.stream) return;
    barrier.behind = walk_.position();
    open_.reset();
  }

  const OperationList& path_;
  OrderWalk walk_;
  std::map<model::StreamId, InFlight> in_flight_;
  std::map<CallPath, Barrier> barriers_;
  std::optional<CallPath> open_;  // the last one with work in flight, until the host waits
};

/// With the work in a stream of its own that is not ordered with others.
bool is_needed(const OperationList& path, const Barrier& barrier, const WhatIf& what_if) {
  OperationList apart = path;
  model::Stream own = path.entities.streams[index(*path.operations[barrier.laps.front()].stream)];
  own.kind = StreamKind::NonBlocking;
  const model::StreamId id{static_cast<std::uint32_t>(apart.entities.streams.size())};
  apart.entities.streams.push_back(own);
  for (const std::uint32_t lap : barrier.laps) apart.operations[lap].stream = id;
  return !what_if.new_races(apart).empty();
}

void find(const OperationList& path, const CheckOptions& options, std::vector<Finding>& findings) {
  std::optional<WhatIf> what_if;
  for (const auto& [call, barrier] : Search(path, options).run()) {
    const std::uint32_t at = barrier.laps.back();
    if (!barrier.before || !barrier.behind) continue;
    if (!what_if) what_if.emplace(path, options);
    if (is_needed(path, barrier, *what_if)) {
      findings.push_back(refutation(path, kDefaultStreamInPipeline.rule, at));
      continue;
    }
    findings.push_back(remark(path, kDefaultStreamInPipeline.rule, Reason::DefaultStreamBetween,
                              {.at = at, .evidence = barrier.before, .counterpart = barrier.behind}));
  }
}

}  // namespace

const PathRule kDefaultStreamInPipeline = {
    .rule = {.id = "default-stream-in-pipeline",
             .summary = "work of the legacy default stream between work of blocking streams, which it keeps apart",
             .help = R"(An operation of stream 0 starts after all earlier work of the blocking streams, those of
`cudaStreamCreate`, and their later work starts after it. In the middle of a pipeline it makes every stream wait for every
other:

```cuda
scale<<<grid, block, 0, first>>>(a);
cudaMemset(flags, 0, bytes);              // stream 0: after scale, before offset
offset<<<grid, block, 0, second>>>(b);    // does not overlap with scale
```

Submit the work to one of the streams, or make the streams with `cudaStreamNonBlocking` and order by events what must be
ordered:

```cuda
scale<<<grid, block, 0, first>>>(a);
cudaMemsetAsync(flags, 0, bytes, second);
offset<<<grid, block, 0, second>>>(b);
```

Not reported is work whose place between the streams keeps the program free of races. Runs are judged likewise.)",
             .severity = Severity::Warning,
             .on_by_default = false,
             .performance = true},
    .find = find};

}  // namespace cudep::rules
