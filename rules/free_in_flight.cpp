// Rule free-in-flight: memory ends while an operation may still use it, or is used after its end.
#include "rules/explained_race.h"

namespace cudep::rules {
namespace {

std::optional<std::uint32_t> claim(const ExplainedRace& explained) {
  switch (explained.why.reason) {
    case Reason::LifeEnded:
    case Reason::UsedAfterEnd:
      return later_call(explained.race);
    case Reason::CapturedPointerEnded:
      return explained.race.later.origin;
    default:
      return std::nullopt;
  }
}

}  // namespace

const RaceRule kFreeInFlight = {
    .rule = {.id = "free-in-flight",
             .summary = "memory ends while an operation may still use it, or is used after its end",
             .help = R"(An asynchronous operation uses its memory until it is known to be complete. Freeing that memory,
unregistering it, leaving its scope or growing its container before then takes it away under the operation:

```cuda
float* scratch;
cudaMallocAsync(&scratch, bytes, stream);
work<<<grid, block, 0, other>>>(scratch);
cudaFreeAsync(scratch, stream);            // the kernel on `other` may still run
```

Free in the stream that used the memory last, or make the freeing stream wait for it:

```cuda
cudaEventRecord(used, other);
cudaStreamWaitEvent(stream, used, 0);
cudaFreeAsync(scratch, stream);
```

`cudaFree` of pool memory does not wait, and `cudaFreeHost`, `delete` and the end of a scope end host memory at once:
synchronize first. A captured copy keeps the address of host memory and reads it at every launch of the graph, so that
memory must live as long as the graph is launched.)",
             .severity = Severity::Error,
             .on_by_default = true},
    .claim = claim};

}  // namespace cudep::rules
