// Preludes as entries of the cache: 64 bytes with the length of the inputs, the inputs, clang's text at a multiple
// of 64.
#include "cli/lint/kept_prelude.h"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <utility>

#include "cli/lint/cache_key.h"

namespace cudep::lint {
namespace {

constexpr std::string_view kKind = "prelude";
constexpr std::size_t kAlignment = 64;

std::size_t aligned(std::size_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

}  // namespace

std::optional<KeptPrelude> find_prelude(const UnitRequest& request) {
  if (request.cache.empty()) return std::nullopt;
  auto entry = cache::Folder(request.cache).find(kKind, prelude_key(request));
  if (!entry) return std::nullopt;
  const std::string_view bytes = entry->bytes();
  std::size_t length = 0;
  const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), length);
  if (error != std::errc{} || bytes.size() < kAlignment + aligned(length)) return std::nullopt;
  auto inputs = inputs::parse(bytes.substr(kAlignment, length));
  if (!inputs || !inputs::Inspection().are_unchanged(*inputs)) return std::nullopt;
  const std::string_view text = bytes.substr(kAlignment + aligned(length));
  return KeptPrelude{.entry = *std::move(entry), .inputs = *std::move(inputs), .text = text};
}

void keep_prelude(const UnitRequest& request, const std::vector<inputs::Input>& inputs, std::string_view text) {
  const auto lines = inputs::print(inputs);
  if (request.cache.empty() || !lines) return;
  std::string bytes = fmt::format("{:<{}}\n{}", lines->size(), kAlignment - 1, *lines);
  bytes.resize(aligned(bytes.size()));
  bytes += text;
  cache::Folder(request.cache).store(kKind, prelude_key(request), bytes);
}

}  // namespace cudep::lint
