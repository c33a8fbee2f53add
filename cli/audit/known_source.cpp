// Reads findings and kernels from files.
#include "cli/audit/known_source.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "cli/audit/static_findings.h"

namespace cudep::audit {
namespace {

std::expected<std::string, std::string> read_file(const std::string& path) {
  if (std::filesystem::is_directory(path)) return std::unexpected(path + ": is a folder; name a file");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (!in.good() && !in.eof()) return std::unexpected(path + ": " + std::strerror(errno != 0 ? errno : EIO));
  return text;
}

/// What `parse` makes of the file, if one is given.
template <class Value, class Parse>
std::expected<void, std::string> read(const std::optional<std::string>& path, const Parse& parse,
                                      std::optional<Value>& into) {
  if (!path) return {};
  const auto text = read_file(*path);
  if (!text) return std::unexpected(text.error());
  auto parsed = parse(*text, *path);
  if (!parsed) return std::unexpected(parsed.error());
  into = std::move(*parsed);
  return {};
}

}  // namespace

std::expected<KnownSource, std::string> read_known_source(const std::optional<std::string>& findings,
                                                          const std::optional<std::string>& kernels) {
  KnownSource source;
  if (auto done = read(findings, parse_findings, source.findings); !done) return std::unexpected(done.error());
  if (auto done = read(kernels, kernels::parse_summaries, source.kernels); !done) return std::unexpected(done.error());
  return source;
}

}  // namespace cudep::audit
