// The compiler of a build command, and its words: what build systems put around the compiler is taken away here.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cudep::command {

/// Whose spelling the words have. Gcc stands for every host compiler that is not clang.
enum class Compiler : std::uint8_t { Nvcc, Clang, Gcc };

struct CommandLine {
  Compiler compiler = Compiler::Gcc;
  std::vector<std::string> words;  // after the compiler
};

/// Drops launchers (`ccache`, `env NAME=VALUE`) and every further command after `&&` or `;`.
///
///   ccache nvcc -c a.cu && nvcc -M a.cu  ->  Nvcc: -c a.cu
CommandLine parse_command_line(std::span<const std::string> words);

}  // namespace cudep::command
