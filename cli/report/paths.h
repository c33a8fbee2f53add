// Files as services name them: from the root of the sources.
#pragma once
#include <optional>
#include <string>

namespace cudep::report {

/// `file` relative to `root`, an absolute folder, when it lies below it.
std::optional<std::string> path_below(const std::string& root, const std::string& file);
/// That, or else the absolute path.
std::string path_from(const std::string& root, const std::string& file);

}  // namespace cudep::report
