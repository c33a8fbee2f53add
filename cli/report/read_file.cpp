// One way to read a whole file.
#include "cli/report/read_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace cudep::report {

std::expected<std::string, std::string> read_file(const std::string& file) {
  std::error_code failed;
  const std::filesystem::file_status status = std::filesystem::status(file, failed);
  if (status.type() == std::filesystem::file_type::not_found) return std::unexpected("no such file");
  if (std::filesystem::is_directory(status)) return std::unexpected("is a folder, not a file");
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::unexpected(fmt::format("cannot be opened: {}", std::strerror(errno)));
  std::string text(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) return std::unexpected(fmt::format("cannot be read: {}", std::strerror(errno)));
  return text;
}

}  // namespace cudep::report
