// What the text of sources tells without a compiler, in milliseconds: which files a source includes, and whether it has
// to do with CUDA at all. No preprocessor: branches of `#if` all count, names made by macros do not.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/command/compile_command.h"

namespace cudep::lint {

/// Whether a word of it begins as those of the CUDA runtime or of a library that cudep knows do.
bool names_cuda(std::string_view text);

/// The files of a project, each read once.
class Includes {
 public:
  /// The source and what it includes from its own folder and from the folders of its command (`-I`, `-iquote`), by
  /// absolute paths; the source first.
  std::vector<std::string> files_of(const command::CompileCommand& command);

  /// Whether one of these files names CUDA.
  bool uses_cuda(const command::CompileCommand& command);

 private:
  struct File {
    std::vector<std::string> included;  // as written
    bool names_cuda = false;
  };
  const File& read(const std::string& path);

  std::map<std::string, File> files_;
};

}  // namespace cudep::lint
