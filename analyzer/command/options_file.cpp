// Only plain files are read: a pipe or a device might never end.
#include "analyzer/command/options_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace cudep::command {

std::optional<std::string> read_options_file(const std::string& directory, std::string_view name) {
  const std::filesystem::path path = std::filesystem::path(directory) / name;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace cudep::command
