// XXH3 from its header: nothing to link, nothing to install where cudep runs.
#include "analyzer/inputs/hash.h"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <charconv>

namespace cudep::inputs {
namespace {

constexpr std::size_t kDigits = 16;  // of each half
constexpr int kHexadecimal = 16;

bool parse(std::string_view digits, std::uint64_t& into) {
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), into, kHexadecimal);
  return error == std::errc{} && end == digits.data() + digits.size();
}

}  // namespace

Hash hash_of(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

std::string to_text(const Hash& hash) { return fmt::format("{:016x}{:016x}", hash.high, hash.low); }

std::optional<Hash> parse_hash(std::string_view text) {
  Hash hash;
  if (text.size() != 2 * kDigits || !parse(text.substr(0, kDigits), hash.high) ||
      !parse(text.substr(kDigits), hash.low))
    return std::nullopt;
  return hash;
}

}  // namespace cudep::inputs
