// Flags of gcc and clang: which take a value, and which of them decide how a source is parsed.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "analyzer/command/command_line.h"

namespace cudep::command {

struct HostFlags {
  std::vector<std::string> arguments;  // clang's spelling
  std::vector<std::string> inputs;     // words that are no flag, nor the value of one
  std::vector<std::string> dropped;    // as they were written, a flag with its value
};

/// Sorts the words of a command line. Output, dependency files and the like always go. Of clang's own command lines
/// (`Compiler::Clang`) everything else stays as it is written; of other compilers what clang may not know is dropped.
/// `@FILE` is expanded relative to `directory`.
HostFlags sort_host_flags(std::span<const std::string> words, Compiler compiler, const std::string& directory);

}  // namespace cudep::command
