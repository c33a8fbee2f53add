// One way to read a whole file.
#include "cli/report/read_file.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace cudep::report {

std::optional<std::string> read_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file)) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace cudep::report
