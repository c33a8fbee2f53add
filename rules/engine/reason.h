// Why nothing orders a race: asked over the whole path, because the answer may lie behind the later access.
#pragma once
#include <cstdint>
#include <optional>

#include "rules/engine/access_entry.h"
#include "rules/engine/path_log.h"
#include "rules/finding.h"
#include "rules/model/operation.h"

namespace cudep::engine {

/// The reason and the operations that show it, by position in the path.
struct Explanation {
  rules::Reason reason = rules::Reason::NothingOrders;
  std::optional<std::uint32_t> evidence;
  std::optional<std::uint32_t> counterpart;
  bool operator==(const Explanation&) const = default;
};

/// `log` must come from a pass over the same path that does not mend.
Explanation explain(const Race& race, const model::OperationList& path, const PathLog& log);

}  // namespace cudep::engine
