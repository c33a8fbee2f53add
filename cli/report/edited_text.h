// Edits by whole lines, applied: the lines as they are written into a file, and where old lines are afterwards.
//
//   const std::string after = edited_text(before, edits);   // line ends and a missing last one stay as they are
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/source_lines.h"
#include "cli/report/wording.h"

namespace cudep::report {

/// A change of whole lines of one file.
struct LineEdit {
  std::uint32_t first = 1;            // the line that is replaced, or that the new ones come before
  bool before = false;                // belongs to the line: comes behind what follows the line above
  std::uint32_t removed = 0;          // lines
  std::vector<std::string> inserted;  // with their indentation, without line ends
  auto operator<=>(const LineEdit&) const = default;
};

/// The code of an edit with the indentation of its statement, or of what is in the block that the statement ends.
std::vector<std::string> indented_code(SourceLines& sources, const std::string& file, const Edit& edit);

LineEdit line_edit(SourceLines& sources, const std::string& file, const Edit& edit);

/// Both take out one line, or one puts lines between those that the other takes out.
bool overlap(const LineEdit& a, const LineEdit& b);

/// The text after edits that do not overlap, sorted.
std::string edited_text(std::string_view text, const std::vector<LineEdit>& edits);

/// Where a line of the text before is after the edits; none when it was removed.
std::optional<std::uint32_t> line_after(std::uint32_t line, const std::vector<LineEdit>& edits);

}  // namespace cudep::report
