// How to parse one source file, in clang's spelling: what this folder hands to the frontend.
#pragma once
#include <string>
#include <vector>

namespace cudep::command {

/// One entry of a compile database, or what stands in for it.
struct CompileCommand {
  std::string directory;                   // absolute; relative paths in `arguments` start here
  std::string file;                        // as given; relative to `directory`
  std::vector<std::string> arguments;      // clang's spelling, without compiler, source and output
  bool per_thread_default_stream = false;  // callees become `…_ptsz`, `…_ptds`
  std::vector<std::string> dropped;        // flags without meaning for clang, as they were written; for `--verbose`

  bool operator==(const CompileCommand&) const = default;
};

}  // namespace cudep::command
