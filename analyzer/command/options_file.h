// Files that hold further words of a command line (`--options-file F`, `@F`).
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace cudep::command {

/// How many such files one command line may name, directly or through others: more is a file that names itself.
inline constexpr int kMaxOptionsFiles = 64;

/// The text of `name`, relative to `directory`; nothing when it is no file that can be read.
std::optional<std::string> read_options_file(const std::string& directory, std::string_view name);

}  // namespace cudep::command
