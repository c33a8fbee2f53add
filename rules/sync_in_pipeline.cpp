// Rule sync-in-pipeline: the host waits in every lap of a loop that feeds several streams, and needs nothing from them.
#include <map>
#include <set>

#include "rules/order_walk.h"
#include "rules/path_rule.h"
#include "rules/races.h"

namespace cudep::rules {
namespace {

using model::Operation;
using model::OperationList;
using model::Verb;

/// One synchronize of the source, in all laps.
struct Synchronize {
  std::vector<std::uint32_t> laps;
  bool holds_back_several = true;  // it waits, and in each gap between two laps work goes to two streams or more
  std::optional<std::uint32_t> first_work;
  std::optional<std::uint32_t> other_work;
};

/// Notes two works of different streams between two laps.
void look_between(const OperationList& path, std::uint32_t from, std::uint32_t to, Synchronize& synchronize) {
  std::optional<std::uint32_t> first, other;
  for (std::uint32_t i = from + 1; i < to && !other; ++i) {
    if (!is_work(path.operations[i])) continue;
    if (!first) first = i;
    if (path.operations[i].stream != path.operations[*first].stream) other = i;
  }
  synchronize.holds_back_several &= other.has_value();
  synchronize.first_work = first;
  synchronize.other_work = other;
}

std::map<CallPath, Synchronize> synchronizes(const OperationList& path, const CheckOptions& options) {
  std::map<CallPath, Synchronize> all;
  OrderWalk walk(path, options.facts);
  while (walk.next()) {
    if (!is_synchronize(walk.op()) || !is_asked_for(walk.op())) continue;
    Synchronize& found = all[call_path(walk.op())];
    if (!found.laps.empty()) look_between(path, found.laps.back(), walk.position(), found);
    found.holds_back_several &= walk.adds_order();  // else the host has waited already
    found.laps.push_back(walk.position());
  }
  return all;
}

/// Something between two laps is only right because the host waited: a time that is asked for, or code that is not
/// seen.
bool host_depends(const OperationList& path, const Synchronize& synchronize) {
  for (std::uint32_t i = synchronize.laps.front(); i < path.operations.size(); ++i) {
    const Verb verb = path.operations[i].verb;
    if (verb == Verb::ElapsedTime || verb == Verb::UnknownCall || verb == Verb::StartThread) return true;
  }
  return false;
}

/// With the last one alone, as if it stood behind the loop.
bool is_needed(const OperationList& path, const Synchronize& synchronize, const WhatIf& what_if) {
  if (host_depends(path, synchronize)) return true;
  OperationList without = path;
  for (const std::uint32_t lap : std::span(synchronize.laps).first(synchronize.laps.size() - 1)) {
    Operation& op = without.operations[lap];
    auto frames = std::move(op.frames);
    op = nothing(op.host);
    op.frames = std::move(frames);
  }
  return !what_if.new_races(without).empty();
}

void find(const OperationList& path, const CheckOptions& options, std::vector<Finding>& findings) {
  if (options.recorded) return;
  std::optional<WhatIf> what_if;
  for (const auto& [call, synchronize] : synchronizes(path, options)) {
    if (synchronize.laps.size() < 2) continue;
    if (!what_if) what_if.emplace(path, options);
    const std::uint32_t at = synchronize.laps.back();
    if (!synchronize.holds_back_several || is_needed(path, synchronize, *what_if)) {
      findings.push_back(refutation(path, kSyncInPipeline.rule, at));
      continue;
    }
    findings.push_back(remark(path, kSyncInPipeline.rule, Reason::SynchronizeInPipeline,
                              {.at = at, .evidence = synchronize.first_work, .counterpart = synchronize.other_work}));
  }
}

}  // namespace

const PathRule kSyncInPipeline = {
    .rule = {.id = "sync-in-pipeline",
             .summary = "a synchronize in each lap of a loop over several streams, although the host needs nothing yet",
             .help = R"(While the host waits, it submits nothing: the streams run empty, and work of the next lap cannot
overlap with that of this one:

```cuda
for (int i = 0; i < chunks; ++i) {
  cudaMemcpyAsync(device[i], host[i], bytes, cudaMemcpyHostToDevice, copies);
  cudaEventRecord(copied[i], copies);
  cudaStreamWaitEvent(kernels, copied[i]);
  scale<<<grid, block, 0, kernels>>>(device[i]);
  cudaDeviceSynchronize();                       // lap by lap
}
```

Synchronize once behind the loop, or in the lap that uses a slot again:

```cuda
for (int i = 0; i < chunks; ++i) {
  ...
}
cudaDeviceSynchronize();
```

Reported is only what can be taken away in all laps but the last without a race, and where afterwards no time is asked
for, of events or of a clock, and no function without a body is called. Runs are not judged: they do not show clocks.)",
             .severity = Severity::Warning,
             .on_by_default = false,
             .performance = true},
    .find = find};

}  // namespace cudep::rules
