// Reads what the user named as input.
#pragma once
#include <expected>
#include <string>

namespace cudep::report {

/// All of a file. An error says why it cannot be read: "no such file". The caller adds which file, and what to do.
std::expected<std::string, std::string> read_file(const std::string& file);

}  // namespace cudep::report
