// What checking came to as JSON, for the cache of this version alone: values by position, so that a field that is added
// anywhere does not compile before it is written here.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "cli/lint/check_units.h"

namespace cudep::lint {

/// Without the seconds.
std::string to_json(const Checked& checked);
std::string to_json(const RootResults& roots);
/// Nothing when it is not such a text.
std::optional<Checked> checked_of(std::string_view json);
std::optional<RootResults> roots_of(std::string_view json);

}  // namespace cudep::lint
