// Paths by their words alone: what is compared need not exist.
#include "cli/report/paths.h"

#include <filesystem>

namespace cudep::report {
namespace {

namespace fs = std::filesystem;

fs::path absolute(const std::string& root, const std::string& file) {
  return (fs::path(root) / file).lexically_normal();
}

}  // namespace

std::optional<std::string> path_below(const std::string& root, const std::string& file) {
  const fs::path relative = absolute(root, file).lexically_relative(root);
  if (relative.empty() || *relative.begin() == "..") return std::nullopt;
  return relative.string();
}

std::string path_from(const std::string& root, const std::string& file) {
  return path_below(root, file).value_or(absolute(root, file).string());
}

}  // namespace cudep::report
