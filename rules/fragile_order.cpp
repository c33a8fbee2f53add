// Rule fragile-order: two operations that are in order, but only by what CUDA does not promise, or by a property of a
// stream that is easily changed.
#include <algorithm>
#include <map>
#include <ranges>

#include "rules/describe.h"
#include "rules/engine/host_wait.h"
#include "rules/engine/ordering.h"
#include "rules/explained_race.h"
#include "rules/path_rule.h"
#include "rules/races.h"

namespace cudep::rules {
namespace {

using engine::Fact;
using engine::Race;
using engine::Strength;
using model::Operation;
using model::OperationList;
using model::StreamKind;
using model::Verb;

bool is_unpromised(Fact fact) { return row(fact).strength == Strength::Seen; }

/// The measured fact by which an operation lets anything wait, if there is one.
std::optional<Fact> unpromised_wait(const OperationList& path, const Operation& op) {
  const engine::HostWaits waits = engine::host_waits(op, path.entities);
  for (const auto& fact : {waits.before, waits.staging, waits.after})
    if (fact && is_unpromised(*fact)) return fact;
  if (op.verb == Verb::StreamSynchronize && op.stream &&
      path.entities.streams[index(*op.stream)].kind == StreamKind::Legacy)
    return Fact::LegacySynchronizeCoversBlocking;
  if (op.verb == Verb::Record && op.programmatic) return Fact::ProgrammaticEventWaitsForKernel;
  if (op.verb == Verb::GraphLaunch) return Fact::ExternalWaitAtLaunch;
  return std::nullopt;
}

Reason reason_of(Fact fact) {
  if (fact == Fact::AsyncDownloadWaits || fact == Fact::AsyncUploadStagesSource) return Reason::PageableCopyWaits;
  return fact == Fact::DeviceFreeWaits ? Reason::FreeWaits : Reason::UnpromisedWait;
}

struct Support {
  Fact fact;
  std::uint32_t position;
};

/// What orders the pairs that only unpromised edges order.
class Supports {
 public:
  Supports(const OperationList& path, const CheckOptions& options) : path_(path), options_(options) {}

  /// The last operation up to the later one without whose wait nothing orders the pair; none when several would.
  std::optional<Support> of(const Race& race) {
    for (std::uint32_t i = later_call(race) + 1; i-- > earlier_call(race);) {
      const auto fact = unpromised_wait(path_, path_.operations[i]);
      if (fact && is_unordered_without(*fact, race)) return Support{*fact, i};
    }
    return std::nullopt;
  }

 private:
  bool is_unordered_without(Fact fact, const Race& race) {
    const auto [known, is_new] = unordered_.try_emplace(fact);
    if (is_new)
      for (const Race& other : find_races(path_, {.facts = options_.facts.without(fact), .mends = options_.mends}))
        if (!other.order) known->second.insert(calls_of(path_, other));
    return known->second.contains(calls_of(path_, race));
  }

  const OperationList& path_;
  const CheckOptions& options_;
  std::map<Fact, std::set<PairOfCalls>> unordered_;
};

/// Where the pair is reported: at the later operation.
Finding fragile(const OperationList& path, Race race, Reason reason, std::uint32_t evidence) {
  race.order.reset();  // what the finding says is certain
  const ExplainedRace explained{path, race, {.reason = reason, .evidence = evidence, .counterpart = std::nullopt}};
  return describe(explained, kFragileOrder.rule, later_call(race));
}

void find_unpromised(const OperationList& path, const CheckOptions& options, std::vector<Finding>& findings) {
  Supports supports(path, options);
  for (const Race& race : find_races(path, options)) {
    if (race.order != Strength::Seen) continue;
    if (const auto support = supports.of(race))
      findings.push_back(fragile(path, race, reason_of(support->fact), support->position));
  }
}

/// The path with every stream of one kind turned into another.
OperationList with_streams(const OperationList& path, StreamKind from, StreamKind to) {
  OperationList changed = path;
  for (model::Stream& stream : changed.entities.streams)
    if (stream.kind == from) stream.kind = to;
  return changed;
}

/// The operation of stream 0 that orders the pair: one of the two, else the last one between them.
std::optional<std::uint32_t> legacy_work(const OperationList& path, const Race& race) {
  const auto is_legacy = [&](std::uint32_t position) {
    const auto& stream = path.operations[position].stream;
    return stream && path.entities.streams[index(*stream)].kind == StreamKind::Legacy;
  };
  const std::uint32_t earlier = earlier_call(race), later = later_call(race);
  if (is_legacy(earlier)) return earlier;
  for (std::uint32_t i = later + 1; i-- > earlier + 1;)
    if (is_legacy(i)) return i;
  return std::nullopt;
}

/// Pairs that would race if streams were of another kind.
void find_by_kind(const OperationList& path, const CheckOptions& options, std::vector<Finding>& findings) {
  const auto has = [&](StreamKind kind) {
    return std::ranges::count(path.entities.streams, kind, &model::Stream::kind) > 0;
  };
  if (!has(StreamKind::Legacy) || !has(StreamKind::Blocking)) return;
  const WhatIf what_if(path, options);
  std::set<PairOfCalls> reported;
  const auto report = [&](const OperationList& changed, Reason reason) {
    for (const Race& race : what_if.new_races(changed)) {
      const auto by = legacy_work(path, race);
      if (by && engine::is_sure(race) && reported.insert(calls_of(path, race)).second)
        findings.push_back(fragile(path, race, reason, *by));
    }
  };
  report(with_streams(path, StreamKind::Legacy, StreamKind::PerThread), Reason::LegacyStreamOrders);
  report(with_streams(path, StreamKind::Blocking, StreamKind::NonBlocking), Reason::BlockingStreamsOrder);
}

void find(const OperationList& path, const CheckOptions& options, std::vector<Finding>& findings) {
  find_unpromised(path, options, findings);
  find_by_kind(path, options, findings);
}

}  // namespace

const PathRule kFragileOrder = {
    .rule = {.id = "fragile-order",
             .summary = "order that rests on what CUDA does not promise, or on what a small change takes away",
             .help =
                 R"(Some calls wait although nothing promises it. A program that relies on that works until a driver, a
flag or a neighbouring change takes the wait away:

```cuda
cudaMemcpyAsync(result, device, bytes, cudaMemcpyDeviceToHost, stream);   // result is from malloc: seen to wait
use(result[0]);
```

Reported are pairs of operations that are in order, and the one thing that makes them so:

- a wait that was measured but is promised nowhere: of `cudaFree`, `cudaFreeHost`, `cudaHostUnregister`, of a
  synchronize of stream 0 for the blocking streams;
- an asynchronous copy of pageable memory: pin the memory, as one does to make it faster, and the copy returns before it
  is done;
- `cudaFree`: make it a `cudaFreeAsync`, and the host no longer waits for the device;
- the legacy default stream between blocking streams: compile with `--default-stream per-thread`, or make the streams with
  `cudaStreamNonBlocking`, and nothing orders the two.

Order the two by an event, or make the host wait for the stream:

```cuda
cudaMemcpyAsync(result, device, bytes, cudaMemcpyDeviceToHost, stream);
cudaStreamSynchronize(stream);
use(result[0]);
```

Nothing is wrong today, so that the rule is for reviews and for the time before such a change. Runs are judged likewise.)",
             .severity = Severity::Warning,
             .on_by_default = false},
    .find = find};

}  // namespace cudep::rules
