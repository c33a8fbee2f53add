// Rule unchecked-launch: errors that nobody looks at, of launches and of the program's last synchronize.
#include <algorithm>
#include <iterator>

#include "rules/order_walk.h"
#include "rules/path_rule.h"

namespace cudep::rules {
namespace {

using model::Operation;
using model::OperationList;
using model::Verb;

/// Calls that tell of earlier errors, when their result is looked at.
bool tells_errors(const Operation& op) {
  constexpr Verb kTelling[] = {Verb::StreamQuery, Verb::EventQuery, Verb::FreeDevice, Verb::FreePinned};
  return is_synchronize(op) || std::ranges::find(kTelling, op.verb) != std::end(kTelling) ||
         (op.verb == Verb::Copy && op.synchronous);
}

/// Someone looks, or may: a function without a body.
bool may_look(const Operation& op) {
  return op.verb == Verb::CheckError || op.verb == Verb::UnknownCall || (tells_errors(op) && !op.result_dropped);
}

struct Launches {
  std::vector<std::uint32_t> unchecked;
  std::optional<std::uint32_t> last_synchronize;  // whose result is dropped
};

/// What nobody has looked at by the end of the path.
Launches unchecked(const OperationList& path, const CheckOptions& options) {
  Launches found;
  OrderWalk walk(path, options.facts);
  bool launched = false;
  while (walk.next()) {
    const Operation& op = walk.op();
    if (may_look(op)) found = {};
    if (op.verb == Verb::Launch) found.unchecked.push_back(walk.position());
    launched |= is_work(op);
    if (launched && is_synchronize(op) && is_asked_for(op) && op.result_dropped)
      found.last_synchronize = walk.position();
  }
  return found;
}

void find(const OperationList& path, const CheckOptions& options, std::vector<Finding>& findings) {
  if (options.recorded || !options.whole) return;
  const Launches launches = unchecked(path, options);
  const auto report = [&](std::uint32_t at, Reason reason) {
    // Elsewhere the caller may look.
    if (!is_whole_program(path, path.operations[at])) return;
    findings.push_back(remark(path, kUncheckedLaunch.rule, reason, {.at = at}));
  };
  for (const std::uint32_t launch : launches.unchecked) report(launch, Reason::LaunchNotChecked);
  if (launches.last_synchronize) report(*launches.last_synchronize, Reason::SynchronizeNotChecked);
}

}  // namespace

const PathRule kUncheckedLaunch = {
    .rule = {.id = "unchecked-launch",
             .summary = "a launch, or the last synchronize of the program, whose error nobody looks at",
             .help = R"(`kernel<<<...>>>(...)` returns nothing. A launch that fails, with a block that is too large for
example, does not run, and nothing else happens:

```cuda
scale<<<grid, 2048>>>(data);     // does not run
cudaDeviceSynchronize();         // the result is dropped
```

`cudaGetLastError` tells of errors of the launch itself; the next synchronizing call of errors while the kernel ran. Look
at both:

```cuda
scale<<<grid, block>>>(data);
check(cudaGetLastError());
check(cudaDeviceSynchronize());
```

Programs are judged from `main` to their end: a function that others call may leave the look to them. A call of
`cudaGetLastError` or `cudaPeekAtLastError`, and a synchronizing call whose result is used, count for all launches
before. Runs do not show what the host looks at, so that `cudep audit` does not report this.)",
             .severity = Severity::Warning,
             .on_by_default = false},
    .find = find};

}  // namespace cudep::rules
