// What a rule is asked about: a race, the path it lies on, and why nothing orders it. Each rule is one file that
// answers whether the race is its own, and where it is reported.
#pragma once
#include <cstdint>
#include <optional>

#include "rules/check.h"
#include "rules/engine/access_entry.h"
#include "rules/engine/reason.h"

namespace cudep::rules {

struct ExplainedRace {
  const model::OperationList& path;
  engine::Race race;
  engine::Explanation why;
};

struct RaceRule {
  Rule rule;
  /// The position of the operation where the race is reported; none when it belongs to another rule.
  std::optional<std::uint32_t> (*claim)(const ExplainedRace&);
};

extern const RaceRule kEventRecordedEarly;
extern const RaceRule kFreeInFlight;
extern const RaceRule kHostReadBeforeSync;
extern const RaceRule kHostWriteInFlight;
extern const RaceRule kUnorderedStreamAccess;
extern const RaceRule kWaitWithoutRecord;

/// The call of the later access: the captured node's own when both are nodes of one graph, else the operation.
std::uint32_t later_call(const engine::Race& race);
std::uint32_t earlier_call(const engine::Race& race);
/// None of the more specific reasons: nothing is wrong with a particular record or wait, nor with a buffer's life.
bool is_plain(Reason reason);

}  // namespace cudep::rules
