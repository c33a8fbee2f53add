// The report as text, in clang's shape: `file:line:column: level: message [rule-id]`, the line, notes.
#pragma once
#include <string>

#include "cli/report/report.h"
#include "cli/report/source_lines.h"

namespace cudep::report {

struct TextStyle {
  bool color = false;
  std::size_t width = 0;  // characters of a line, beyond which sentences are broken; 0: never
};

/// Every finding with its notes, then one line that counts them. Empty when there is none.
std::string to_text(const Report& report, SourceLines& sources, const TextStyle& style);
/// One finding, without color.
std::string to_text(const rules::Finding& finding, SourceLines& sources);
/// One line for one problem of a unit: `file:line:column: error: message`.
std::string to_text(const Problem& problem, const TextStyle& style);
/// What `--statistics` prints.
std::string statistics_text(const Report& report);

}  // namespace cudep::report
