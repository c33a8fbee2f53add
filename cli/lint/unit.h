// One unit on its way through `cudep lint`: what is asked of it, and what is known of it once it was parsed. The seam
// between the driver and the compiler: tests put host programs of their own here.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/command/compile_command.h"
#include "analyzer/inputs/hash.h"
#include "analyzer/program/program.h"
#include "cli/report/report.h"

namespace cudep::lint {

class Progress;

struct UnitRequest {
  command::CompileCommand command;
  std::string shown;                          // how reports name the file
  std::string cuda_path;                      // the toolkit's root; empty: the bundled declarations
  std::string cache;                          // the folder where results are kept; empty: nowhere
  std::map<std::string, std::string> edited;  // texts that stand for those of files, by absolute path
};

/// All that is needed of a unit to check it, without its source or a compiler.
struct UnitFacts {
  std::string file;                    // as reports name it
  std::vector<std::string> arguments;  // of its compile command: a file may be there with several
  std::vector<report::Problem> problems;
  std::vector<report::Remark> remarks;
  program::Program program;          // its sites named as reports name them
  double seconds = 0;                // that it took
  std::vector<std::string> files;    // that were read, by absolute paths; not known of facts files
  std::optional<inputs::Hash> hash;  // of all but the seconds, when it was read from a text
};

using LowerUnit = std::function<UnitFacts(const UnitRequest&)>;

/// Lowers all of them, `jobs` at a time; the results are in the order of the requests. What `lower` throws becomes a
/// problem of its unit.
std::vector<UnitFacts> lower_all(const std::vector<UnitRequest>& requests, unsigned jobs, const LowerUnit& lower,
                                 Progress& progress);

report::Problem internal_problem(const std::string& file, std::string_view what);

}  // namespace cudep::lint
