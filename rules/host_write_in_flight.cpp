// Rule host-write-in-flight: the host overwrites what an operation in flight may still use.
#include "rules/explained_race.h"

namespace cudep::rules {
namespace {

std::optional<std::uint32_t> claim(const ExplainedRace& explained) {
  const engine::Race& race = explained.race;
  if (!is_plain(explained.why.reason)) return std::nullopt;
  const bool host_writes = (race.later.on_host && engine::writes(race.later.kind)) ||
                           (race.earlier.on_host && engine::writes(race.earlier.kind));
  return host_writes ? std::optional(later_call(race)) : std::nullopt;
}

}  // namespace

const RaceRule kHostWriteInFlight = {
    .rule = {.id = "host-write-in-flight",
             .summary = "the host overwrites memory that an operation in flight may still read or write",
             .help =
                 R"(An asynchronous copy reads its source when it runs, not when it is submitted. Refilling the source
at once mixes old and new data:

```cuda
cudaMemcpyAsync(device, staging, bytes, cudaMemcpyHostToDevice, stream);
fill(staging, next);                       // the copy may still be reading
```

Wait for the copy before the memory is written again, most cheaply by an event recorded right after it:

```cuda
cudaMemcpyAsync(device, staging, bytes, cudaMemcpyHostToDevice, stream);
cudaEventRecord(uploaded, stream);
...
cudaEventSynchronize(uploaded);
fill(staging, next);
```)",
             .severity = Severity::Error,
             .on_by_default = true},
    .claim = claim};

}  // namespace cudep::rules
