// nvcc's flags, one row each: both spellings, what value they take, and what becomes of them for clang.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace cudep::command {

enum class NvccValue : std::uint8_t {
  None,
  One,   // -std c++17, -std=c++17
  List,  // -I a,b  -I=a,b
};

enum class NvccUse : std::uint8_t {
  Strip,         // what to build, and where: never listed as dropped
  Drop,          // no meaning for the analysis, listed with its value
  Replace,       // becomes `clang`
  Define,        // becomes `clang` and the value, whose quotes are the macro's: NAME="text"
  Join,          // becomes `clang` and the value in one word, for each item
  Follow,        // becomes `clang`, then the value, for each item
  Language,      // -x
  Optimization,  // -O
  Machine,       // -m
  Architecture,  // collected: the highest one counts
  RelocatableCode,
  DefaultStream,
  HostFlags,  // flags of the host compiler
  OptionsFile,
};

struct NvccFlag {
  std::string_view long_name;
  std::string_view short_name;  // empty when there is none
  NvccValue value;
  NvccUse use;
  std::string_view clang = {};
  bool joined = false;  // -IDIR besides -I DIR
};

std::span<const NvccFlag> nvcc_flag_table();

/// A word of nvcc's command line as the table reads it.
struct NvccWord {
  const NvccFlag* flag;
  bool has_value;          // `=VALUE`, or joined
  std::string_view value;  // empty also for `-flag=`
};

/// `flag` is null when no row fits.
NvccWord read_nvcc_word(std::string_view word);

}  // namespace cudep::command
