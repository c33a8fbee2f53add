// Launchers and compilers are told apart by the last part of their paths.
#include "analyzer/command/command_line.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace cudep::command {
namespace {

constexpr std::array<std::string_view, 9> kLaunchers = {"ccache",     "sccache",   "distcc", "icecc", "icerun",
                                                        "buildcache", "firebuild", "env",    "nice"};

std::string_view program_name(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  if (name.ends_with(".exe")) name.remove_suffix(4);
  return name;
}

bool is_launcher(std::string_view word) {
  return std::ranges::find(kLaunchers, program_name(word)) != kLaunchers.end();
}

/// `CCACHE_DIR=/x` before a compiler.
bool is_assignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && equals != 0 && !word.starts_with('-') &&
         !word.substr(0, equals).contains('/');
}

bool ends_command(std::string_view word) { return word == "&&" || word == ";"; }

Compiler compiler_named(std::string_view name) {
  if (name.contains("nvcc")) return Compiler::Nvcc;  // also wrappers such as nvcc_wrapper
  return name.contains("clang") ? Compiler::Clang : Compiler::Gcc;
}

}  // namespace

CommandLine parse_command_line(std::span<const std::string> words) {
  auto word = words.begin();
  while (word != words.end() && (is_launcher(*word) || is_assignment(*word))) ++word;
  if (word == words.end()) return {};
  const auto end = std::find_if(word, words.end(), ends_command);
  if (word == end) return {};
  return {.compiler = compiler_named(program_name(*word)), .words = {word + 1, end}};
}

}  // namespace cudep::command
