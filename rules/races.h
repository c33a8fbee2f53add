// The races of one path, and what they are when something about the path is changed: the question of the rules on order
// that is fragile or needless.
#pragma once
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "rules/check.h"
#include "rules/engine/access_entry.h"
#include "rules/engine/path_log.h"

namespace cudep::rules {

/// All races in the order of their later operations, those too that an unpromised or an open edge orders.
std::vector<engine::Race> find_races(const model::OperationList& path, const CheckOptions& options);
/// Records and waits of the path, of a pass that mends nothing.
engine::PathLog log_of(const model::OperationList& path, const CheckOptions& options);

/// The call of an operation with all that led there, as the numbers of its frames.
using CallPath = std::vector<std::uint32_t>;
CallPath call_path(const model::Operation& op);
/// The calls of the earlier and the later operation.
using PairOfCalls = std::pair<CallPath, CallPath>;
PairOfCalls calls_of(const model::OperationList& path, const engine::Race& race);

/// Remembers which calls race on a path as it is, and tells which others do once it is changed. Operations must keep
/// their positions: what is taken away becomes `nothing`.
class WhatIf {
 public:
  WhatIf(const model::OperationList& path, const CheckOptions& options);
  [[nodiscard]] std::vector<engine::Race> new_races(const model::OperationList& changed) const;

 private:
  CheckOptions options_;
  std::set<PairOfCalls> racing_;
};

/// An operation of the host that does not do anything.
model::Operation nothing(model::HostId host);

}  // namespace cudep::rules
