// A request to lower one unit as text, for the program that does it.
#pragma once
#include <expected>
#include <string>
#include <string_view>

#include "cli/lint/unit.h"

namespace cudep::lint {

std::string print_request(const UnitRequest& request);
/// An error is one line.
std::expected<UnitRequest, std::string> parse_request(std::string_view text);

}  // namespace cudep::lint
