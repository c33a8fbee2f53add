// Reads what the user named as input.
#pragma once
#include <optional>
#include <string>

namespace cudep::report {

/// All of a file; none when it is a folder or cannot be read.
std::optional<std::string> read_file(const std::string& file);

}  // namespace cudep::report
