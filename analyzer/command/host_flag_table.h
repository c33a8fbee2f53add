// The arities of gcc's and clang's flags, one row a flag.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace cudep::command {

/// Where a flag's value stands.
enum class HostValue : std::uint8_t {
  None,
  Joined,            // -std=c++17
  Separate,          // -Xclang VALUE
  JoinedOrSeparate,  // -IDIR, -I DIR
};

enum class HostUse : std::uint8_t {
  Keep,   // decides how the source is parsed
  Drop,   // does not, or clang may not know it
  Strip,  // what to build, and where: never listed as dropped
};

struct HostFlag {
  std::string_view name;
  HostValue value;
  HostUse use;
};

std::span<const HostFlag> host_flag_table();

/// The row of a word: the flag of that name, else the longest one that the word starts with and whose value may be
/// joined. Null when there is none.
const HostFlag* find_host_flag(std::string_view word);

/// Whether the next word of the command line is the value of `flag`, written as `word`.
bool value_follows(const HostFlag& flag, std::string_view word);

}  // namespace cudep::command
