// The rules that judge races; the rules that exist at all are `rules()` in check.h.
#pragma once
#include <span>

#include "rules/explained_race.h"

namespace cudep::rules {

std::span<const RaceRule* const> race_rules();

}  // namespace cudep::rules
