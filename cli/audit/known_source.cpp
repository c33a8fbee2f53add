// Reads findings and kernels from files.
#include "cli/audit/known_source.h"

#include "cli/report/read_file.h"

namespace cudep::audit {
namespace {

/// What `parse` makes of the file, if one is given.
template <class Value, class Parse>
std::expected<void, std::string> read(const std::optional<std::string>& path, const Parse& parse,
                                      std::optional<Value>& into) {
  if (!path) return {};
  const auto text = report::read_file(*path);
  if (!text) return std::unexpected(*path + ": " + text.error() + "; name a file that `cudep lint` wrote");
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
