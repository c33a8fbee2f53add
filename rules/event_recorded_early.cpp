// Rule event-recorded-early: the wait is there, but its event was recorded before the work it should cover.
#include "rules/explained_race.h"

namespace cudep::rules {
namespace {

std::optional<std::uint32_t> claim(const ExplainedRace& explained) {
  if (explained.why.reason != Reason::RecordedBeforeProducer) return std::nullopt;
  return explained.why.evidence;
}

}  // namespace

const RaceRule kEventRecordedEarly = {
    .rule = {.id = "event-recorded-early",
             .summary = "the consumer waits for an event that was recorded before the producer was submitted",
             .help =
                 R"(`cudaEventRecord` captures the work of its stream at the moment of the call. Work that is submitted
afterwards is not covered, however long the other stream waits for the event:

```cuda
cudaEventRecord(done, producer);           // captures nothing of the kernel below
fill<<<grid, block, 0, producer>>>(data);
cudaStreamWaitEvent(consumer, done, 0);
```

Record the event after the last operation that it should cover:

```cuda
fill<<<grid, block, 0, producer>>>(data);
cudaEventRecord(done, producer);
cudaStreamWaitEvent(consumer, done, 0);
```)",
             .severity = Severity::Error,
             .on_by_default = true},
    .claim = claim};

}  // namespace cudep::rules
