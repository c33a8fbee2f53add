// Rule pageable-async-copy: a copy that is asynchronous by name only, because its host memory is pageable.
#include <set>

#include "rules/order_walk.h"
#include "rules/path_rule.h"
#include "rules/races.h"

namespace cudep::rules {
namespace {

using model::Access;
using model::AccessKind;
using model::MemoryKind;
using model::Operation;
using model::OperationList;
using model::Verb;

/// Copies of at most this many bytes to the device are staged at once and wait for nothing.
constexpr std::int64_t kStagedAtOnce = 64 * 1024;

bool is_device(const model::Entities& entities, const Access& access) {
  const MemoryKind kind = entities.buffers[index(access.buffer)].kind;
  return kind == MemoryKind::Device || kind == MemoryKind::Pool;
}

bool is_small(const Access& access) {
  const model::SymbolicRange forms = access.range.forms();
  if (forms.high.size() != 1) return false;
  const auto bytes = (forms.high.front() - forms.low).as_number();
  return bytes && *bytes <= kStagedAtOnce;
}

/// The access of pageable memory that makes the copy wait.
bool waits(const OperationList& path, const Operation& op) {
  if (op.verb != Verb::Copy || op.synchronous || op.accesses.size() != 2) return false;
  for (std::size_t i = 0; i < 2; ++i) {
    const Access& host = op.accesses[i];
    if (path.entities.buffers[index(host.buffer)].kind != MemoryKind::Pageable) continue;
    return is_device(path.entities, op.accesses[1 - i]) && !(host.kind == AccessKind::Read && is_small(host));
  }
  return false;
}

/// The host waits for the copy, or uses host memory, right away, so that nothing is lost.
bool is_waited_for(const OperationList& path, std::uint32_t copy) {
  const Operation& op = path.operations[copy];
  for (std::uint32_t i = copy + 1; i < path.operations.size(); ++i) {
    const Operation& next = path.operations[i];
    if (next.verb == Verb::DeviceSynchronize || next.verb == Verb::HostAccess) return true;
    if (next.verb == Verb::StreamSynchronize) return next.stream == op.stream;
    const bool goes_on = next.verb == Verb::Copy || next.verb == Verb::Record || next.verb == Verb::FreeAsync;
    const bool only_asks = next.verb == Verb::CheckError || next.verb == Verb::ElapsedTime;
    if (!only_asks && !(goes_on && next.stream == op.stream)) return false;
  }
  return true;
}

void find(const OperationList& path, const CheckOptions& options, std::vector<Finding>& findings) {
  OrderWalk walk(path, options.facts);
  std::set<CallPath> reported;
  while (walk.next()) {
    if (!waits(path, walk.op()) || is_waited_for(path, walk.position())) continue;
    if (!reported.insert(call_path(walk.op())).second) continue;
    Finding finding = remark(path, kPageableAsyncCopy.rule, Reason::PageableCopy, {.at = walk.position()});
    for (const Access& access : walk.op().accesses) {
      const model::Buffer& buffer = path.entities.buffers[index(access.buffer)];
      if (buffer.kind != MemoryKind::Pageable) continue;
      finding.buffer = buffer.name;
      finding.memory = buffer.kind;
      if (buffer.allocated) finding.allocated = path.entities.sites[index(*buffer.allocated)];
    }
    findings.push_back(std::move(finding));
  }
}

}  // namespace

const PathRule kPageableAsyncCopy = {
    .rule = {.id = "pageable-async-copy",
             .summary = "an asynchronous copy from or to pageable memory, for which the host waits all the same",
             .help =
                 R"(The GPU copies from and to page-locked memory only. An asynchronous copy of memory from `malloc`,
`new` or a `std::vector` goes through a buffer of the driver: a copy to the host waits until everything before it in the
stream is done, a large one to the device likewise. Nothing that the host submits later overlaps with it:

```cuda
std::vector<float> result(count);
cudaMemcpyAsync(result.data(), device, bytes, cudaMemcpyDeviceToHost, stream);   // waits for the stream
```

Allocate the memory with `cudaMallocHost`, or register it once with `cudaHostRegister`:

```cuda
float* result;
cudaMallocHost(&result, bytes);
cudaMemcpyAsync(result, device, bytes, cudaMemcpyDeviceToHost, stream);
```

Then the host must wait for the copy itself. Not reported are copies to the device of at most 64 KiB, which are staged at
once, and copies that the host waits for right away. Runs are judged likewise.)",
             .severity = Severity::Warning,
             .on_by_default = false,
             .performance = true},
    .find = find};

}  // namespace cudep::rules
