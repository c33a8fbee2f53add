// Rule host-read-before-sync: the host reads what an operation in flight may be writing.
#include "rules/explained_race.h"

namespace cudep::rules {
namespace {

std::optional<std::uint32_t> claim(const ExplainedRace& explained) {
  const engine::Race& race = explained.race;
  if (!is_plain(explained.why.reason)) return std::nullopt;
  const bool host_reads = (race.later.on_host && race.later.kind == model::AccessKind::Read) ||
                          (race.earlier.on_host && race.earlier.kind == model::AccessKind::Read);
  return host_reads ? std::optional(later_call(race)) : std::nullopt;
}

}  // namespace

const RaceRule kHostReadBeforeSync = {
    .rule = {.id = "host-read-before-sync",
             .summary = "the host reads memory that an operation in flight may still be writing",
             .help =
                 R"(A launch or an asynchronous copy returns long before it is complete. Reading its result on the host
without waiting may see old data:

```cuda
cudaMemcpyAsync(result, device, bytes, cudaMemcpyDeviceToHost, stream);
use(result[0]);                            // the copy may not have run yet
```

Synchronize the stream, or an event recorded after the copy, before the first read:

```cuda
cudaMemcpyAsync(result, device, bytes, cudaMemcpyDeviceToHost, stream);
cudaStreamSynchronize(stream);
use(result[0]);
```)",
             .severity = Severity::Error,
             .on_by_default = true},
    .claim = claim};

}  // namespace cudep::rules
