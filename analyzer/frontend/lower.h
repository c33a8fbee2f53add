// From a source file and its compile command to a host program. The only folder that knows clang.
#pragma once
#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/inputs/input.h"
#include "analyzer/program/program.h"

namespace cudep::frontend {

/// One entry of a compile database, or what stands in for it.
struct CompileCommand {
  std::string directory;
  std::string file;                    // as given; relative to `directory`
  std::vector<std::string> arguments;  // clang's spelling, without compiler, source and output (see nvcc_flags.h)
  std::map<std::string, std::string> edited;  // texts that stand for those of files, by absolute path
};

/// A compiler error in user code: the unit was lowered as far as it parsed.
struct ParseError {
  model::Site site;
  std::string message;

  bool operator==(const ParseError&) const = default;
};

struct Lowered {
  program::Program program;
  std::vector<ParseError> errors;
  std::vector<ParseError> notes;      // what does no harm to the rest: errors within device code, stand-ins for headers
  bool fatal = false;                 // a missing include or the like: what follows it is not trusted
  std::vector<inputs::Input> inputs;  // as long as these are unchanged, so is all of this
  bool is_steady = true;              // no input changed meanwhile
  bool has_prelude = false;           // headers come before the source that every unit of the command begins with
};

/// What clang reads before every source of a command: CUDA's headers. Parsed once, it need not be parsed again.
struct Prelude {
  std::string text;  // in clang's form, for this version of clang alone; empty: it cannot be used
  std::vector<inputs::Input> inputs;
  bool is_steady = true;
};

/// `cuda_path` is the toolkit's root; when it is empty, bundled declarations stand in for NVIDIA's headers. `prelude`
/// is the text of one of the same command, whose inputs are unchanged; it saves time and changes nothing. An error is
/// one line that names the file and the remedy.
std::expected<Lowered, std::string> lower(const CompileCommand& command, const std::string& cuda_path,
                                          std::string_view prelude = {});

std::expected<Prelude, std::string> parse_prelude(const CompileCommand& command, const std::string& cuda_path);

}  // namespace cudep::frontend
