// The rules that judge races and those that look at whole paths; the rules that exist at all are `rules()` in check.h.
#pragma once
#include <span>

#include "rules/explained_race.h"
#include "rules/path_rule.h"

namespace cudep::rules {

std::span<const RaceRule* const> race_rules();
std::span<const PathRule* const> path_rules();

}  // namespace cudep::rules
