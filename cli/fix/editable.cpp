// Looks at where a file is, its permissions, its first lines.
#include "cli/fix/editable.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>

namespace cudep::fix {
namespace {

namespace fs = std::filesystem;

constexpr int kLinesOfHead = 10;

fs::path real(const fs::path& path) {
  std::error_code failed;
  fs::path resolved = fs::weakly_canonical(path, failed);
  return failed ? path : resolved;
}

/// What generators write at the top of their files.
bool is_generated(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  for (int number = 0; number < kLinesOfHead && std::getline(in, line); ++number) {
    std::ranges::transform(line, line.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const std::string_view mark : {"@generated", "do not edit", "do not modify"})
      if (line.find(mark) != std::string::npos) return true;
  }
  return false;
}

bool is_below(const fs::path& folder, const fs::path& file) {
  const fs::path relative = file.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

Project::Project(const std::vector<std::string>& sources, fs::file_time_type start) : start_(start) {
  std::error_code ignored;
  folders_.push_back(real(fs::current_path(ignored)));
  for (const std::string& source : sources) folders_.push_back(real(fs::absolute(source, ignored)).parent_path());
}

bool Project::is_ours(const fs::path& file) const {
  constexpr std::array<std::string_view, 3> kOthers = {"/usr", "/opt", "/etc"};
  const auto below = [&](const fs::path& folder) { return is_below(folder, file); };
  return std::ranges::any_of(folders_, below) && std::ranges::none_of(kOthers, below);
}

std::optional<std::string> Project::why_not(const std::string& file) const {
  std::error_code failed;
  const fs::path path = real(file);
  if (!is_ours(path)) return fmt::format("{} is not the project's", file);
  const fs::file_status status = fs::status(path, failed);
  if (failed || !fs::is_regular_file(status)) return fmt::format("{} is no plain file", file);
  if ((status.permissions() & fs::perms::owner_write) == fs::perms::none) return fmt::format("{} is read-only", file);
  if (fs::hard_link_count(path, failed) > 1) return fmt::format("{} has other names (hard links)", file);
  if (is_generated(file)) return fmt::format("{} is generated", file);
  if (fs::last_write_time(path, failed) > start_ || failed)
    return fmt::format("{} has changed since it was read; run --fix again", file);
  return std::nullopt;
}

}  // namespace cudep::fix
