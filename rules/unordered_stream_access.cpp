// Rule unordered-stream-access: two operations of different streams use the same bytes, one writes, and nothing orders
// them.
#include "rules/explained_race.h"

namespace cudep::rules {
namespace {

std::optional<std::uint32_t> claim(const ExplainedRace& explained) {
  const engine::Race& race = explained.race;
  if (!is_plain(explained.why.reason) || race.earlier.on_host || race.later.on_host) return std::nullopt;
  return later_call(race);
}

}  // namespace

const RaceRule kUnorderedStreamAccess = {
    .rule = {.id = "unordered-stream-access",
             .summary = "operations of two streams use the same memory, one writes, and nothing orders them",
             .help = R"(Operations of different streams may run in any order and at the same time, unless an event, a
synchronize or the legacy default stream orders them:

```cuda
fill<<<grid, block, 0, producer>>>(data);
use<<<grid, block, 0, consumer>>>(data);   // may start before `fill` is done
```

Record an event after the first operation and let the second stream wait for it:

```cuda
fill<<<grid, block, 0, producer>>>(data);
cudaEventRecord(done, producer);
cudaStreamWaitEvent(consumer, done, 0);
use<<<grid, block, 0, consumer>>>(data);
```

The same holds the other way round: memory that is reused in a loop must not be written again before the operations
that read it in the last round are complete.)",
             .severity = Severity::Error,
             .on_by_default = true},
    .claim = claim};

}  // namespace cudep::rules
