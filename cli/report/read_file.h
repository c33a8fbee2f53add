// Reads what the user named as input.
#pragma once
#include <expected>
#include <string>

namespace cudep::report {

/// All of a file. An error names it and says why it cannot be read; what to do instead is for the caller to add.
std::expected<std::string, std::string> read_file(const std::string& file);

}  // namespace cudep::report
