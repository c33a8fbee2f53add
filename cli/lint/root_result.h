// What one root came to, without its paths, and without the numbers that things have in one program: it can be kept.
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/execution/execute.h"
#include "analyzer/inputs/hash.h"
#include "cli/report/report.h"
#include "rules/check.h"
#include "rules/finding.h"

namespace cudep::lint {

struct RootResult {
  std::size_t paths = 0;
  std::size_t operations = 0;
  bool multi_stream = false;
  std::optional<report::CutRoot> cut;
  std::vector<std::string> unknown;  // functions without a body that received handles
  std::vector<std::string> entered;  // the names of the functions that were executed
  std::vector<rules::Finding> findings;
  std::optional<std::string> error;  // it was not checked, by a fault of cudep
  double seconds = 0;                // not kept
  bool operator==(const RootResult&) const = default;
};

/// By the hash of all that a root's run depends on.
using RootResults = std::map<inputs::Hash, RootResult>;
struct KeptRoots {
  RootResults before;  // of earlier runs, to be used
  RootResults now;     // of this run, to be kept
};

/// Runs the root and judges its paths. Does not throw.
RootResult run_root(const program::Program& program, const execution::Execution& execution, std::size_t root,
                    const rules::RuleSet& rules);

}  // namespace cudep::lint
