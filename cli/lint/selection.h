// Which findings are shown: rules by --select and --ignore, confidence by --show-possible.
#pragma once
#include <expected>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "rules/check.h"
#include "rules/finding.h"

namespace cudep::lint {

/// The ids of the rules that are on.
using RuleSet = rules::RuleSet;

/// `select` replaces the rules that are on by default, `ignore` then takes some away. Besides ids both know the words
/// `default`, `all` and `performance`. An error is one line that names the wrong word and the nearest right one.
std::expected<RuleSet, std::string> select_rules(const std::vector<std::string>& select,
                                                 const std::vector<std::string>& ignore);

/// The findings that are shown, in their order.
std::vector<rules::Finding> shown(const std::vector<rules::Finding>& findings, const RuleSet& rules, bool possible);

}  // namespace cudep::lint
