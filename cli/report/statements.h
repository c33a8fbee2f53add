// Statements as lines of the source show them: where the one at a line begins and ends, and where two of one block do.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "cli/report/source_lines.h"

namespace cudep::report {

/// Whole lines, the first and the last.
struct LineRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool operator==(const LineRange&) const = default;
};

/// The lines of the statement that `line` is a part of; with it the `if` or `for` that it is the body of without
/// braces.
LineRange statement_at(SourceLines& sources, const std::string& file, std::uint32_t line);

/// Of the innermost block that both lines are in, the statements that hold them, of a first one with blocks the last
/// line; none when the first does not come before the second.
std::optional<std::pair<LineRange, LineRange>> in_common_block(SourceLines& sources, const std::string& file,
                                                               std::uint32_t earlier, std::uint32_t later);

/// With the statements behind it that ask for its error, as `cudaGetLastError()` after a launch.
LineRange with_checks(SourceLines& sources, const std::string& file, LineRange statement);

/// Its text, without the indentation of its first line.
std::string statement_text(SourceLines& sources, const std::string& file, const LineRange& statement);

/// The statement does nothing but call: its text may stand elsewhere.
bool is_plain_call(SourceLines& sources, const std::string& file, const LineRange& statement);

/// The lines are a part of a macro's definition.
bool is_in_macro(SourceLines& sources, const std::string& file, const LineRange& lines);

}  // namespace cudep::report
