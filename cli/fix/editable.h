// Which files may be changed: the project's own, written by people.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cudep::fix {

class Project {
 public:
  /// Files count as the project's below this folder and below those of the sources; `start` is when they were not read
  /// yet.
  Project(const std::vector<std::string>& sources, std::filesystem::file_time_type start);

  /// Why a file may not be changed; none when it may.
  [[nodiscard]] std::optional<std::string> why_not(const std::string& file) const;

 private:
  [[nodiscard]] bool is_ours(const std::filesystem::path& file) const;

  std::vector<std::filesystem::path> folders_;
  std::filesystem::file_time_type start_;
};

}  // namespace cudep::fix
