// Compares files by what they are, and those that do not exist yet by their paths.
#include "cli/lint/named_files.h"

#include <fmt/format.h>

#include <filesystem>

namespace cudep::lint {
namespace {

namespace fs = std::filesystem;

bool loses_nothing(const std::string& file) {
  std::error_code failed;
  return fs::is_other(file, failed);  // neither a file nor a folder, but there
}

bool is_same(const std::string& a, const std::string& b) {
  std::error_code failed;
  if (fs::equivalent(a, b, failed)) return true;
  const fs::path path = fs::weakly_canonical(fs::absolute(a, failed), failed);
  return !path.empty() && path == fs::weakly_canonical(fs::absolute(b, failed), failed);
}

}  // namespace

std::expected<void, std::string> keep_inputs(std::span<const std::string> read, std::span<const std::string> written) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (loses_nothing(written[i])) continue;
    for (const std::string& input : read)
      if (is_same(written[i], input))
        return std::unexpected(fmt::format(
            "{}: is {}, and would be overwritten; name another file to write", written[i],
            written[i] == input ? "read by this command" : fmt::format("the `{}` that this command reads", input)));
    for (const std::string& other : written.first(i))
      if (is_same(written[i], other))
        return std::unexpected(fmt::format("{}: would be written twice; name a file for each output", written[i]));
  }
  return {};
}

}  // namespace cudep::lint
