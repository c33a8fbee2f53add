// Rule wait-without-record: the wait that should order two operations matched no record, so it did nothing.
#include "rules/explained_race.h"

namespace cudep::rules {
namespace {

std::optional<std::uint32_t> claim(const ExplainedRace& explained) {
  const Reason reason = explained.why.reason;
  if (reason != Reason::WaitBeforeRecord && reason != Reason::NeverRecorded) return std::nullopt;
  return explained.why.evidence;
}

}  // namespace

const RaceRule kWaitWithoutRecord = {
    .rule = {.id = "wait-without-record",
             .summary = "a wait for an event that has not been recorded does nothing, and a race remains",
             .help =
                 R"(Waiting for an event that was never recorded, or is recorded only later, succeeds at once and orders
nothing:

```cuda
cudaStreamWaitEvent(consumer, ready, 0);   // no record yet: no effect
fill<<<grid, block, 0, producer>>>(data);
cudaEventRecord(ready, producer);
use<<<grid, block, 0, consumer>>>(data);
```

Submit the record before the wait:

```cuda
fill<<<grid, block, 0, producer>>>(data);
cudaEventRecord(ready, producer);
cudaStreamWaitEvent(consumer, ready, 0);
use<<<grid, block, 0, consumer>>>(data);
```

A wait that does nothing and leaves no race, as in the first round of a ring of buffers, is not reported.)",
             .severity = Severity::Warning,
             .on_by_default = true},
    .claim = claim};

}  // namespace cudep::rules
