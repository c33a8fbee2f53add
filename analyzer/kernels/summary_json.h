// Kernel summaries as a file, so that what the analyzer knows of a kernel's body serves an audit of a run.
//
//   {"version": 1,
//    "kernels": {"_Z5scalePfi": {
//       "body_seen": true, "reaches_unknown_memory": false, "calls_unknown_functions": false,
//       "symbols": ["grid.x", {"parameter": 1, "offset": 0}],
//       "accesses": [{"root": {"parameter": 0, "offset": 0}, "kind": "write", "low": FORM,
//                     "high": [{"end": FORM, "assumed": [FORM]}], "dense": true, "dense_if": [FORM],
//                     "sliced": false, "indirect": false, "only_if": [FORM]}]}}}
//
// A FORM is a list of terms, each a list of numbers: the coefficient, then the symbols by their place in `symbols`. The
// root of a device variable is its mangled name.
#pragma once
#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/kernels/summary.h"

namespace cudep::kernels {

/// Summaries apart from their program. `GlobalId`s of roots are positions in `variables`.
struct SummaryFile {
  std::map<std::string, Summary> kernels;  // by mangled name
  std::vector<std::string> variables;      // mangled names
};

/// Summarizes every kernel of `program`; one that `file` has already keeps its summary there, unless only here its body
/// is seen.
void add_summaries(const program::Program& program, SummaryFile& file);
/// Takes the kernels of `from` that `to` has not.
void merge_summaries(const SummaryFile& from, SummaryFile& to);

std::string to_json(const SummaryFile& file);
/// `name` stands for the text in errors: one line that says what is wrong where.
std::expected<SummaryFile, std::string> parse_summaries(std::string_view text, const std::string& name);

}  // namespace cudep::kernels
