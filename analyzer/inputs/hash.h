// Hashes of contents: XXH3 with 128 bits. They tell apart what differs by chance or by editing; they are no protection
// from somebody who makes two contents with one hash.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cudep::inputs {

struct Hash {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  auto operator<=>(const Hash&) const = default;
};

Hash hash_of(std::string_view bytes);

/// 32 hexadecimal digits.
std::string to_text(const Hash& hash);
std::optional<Hash> parse_hash(std::string_view text);

}  // namespace cudep::inputs
