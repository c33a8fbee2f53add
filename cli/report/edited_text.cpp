// Splits a text at its line ends, keeps them, puts lines in and out.
#include "cli/report/edited_text.h"

#include <algorithm>

namespace cudep::report {
namespace {

std::vector<std::string_view> lines_with_ends(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

}  // namespace

std::vector<std::string> indented_code(SourceLines& sources, const std::string& file, const Edit& edit) {
  const std::string_view line = sources.line(file, edit.line).value_or("  ");
  const std::string_view blank = line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
  const bool before = edit.kind == Edit::Kind::InsertBefore;
  const std::string indentation = before ? statement_indentation(line) : std::string(blank);
  std::vector<std::string> lines;
  for (std::string_view left = edit.code; !left.empty();) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    lines.push_back(indentation + std::string(left.substr(0, end)));
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  return lines;
}

LineEdit line_edit(SourceLines& sources, const std::string& file, const Edit& edit) {
  const bool removes = edit.kind == Edit::Kind::Remove || edit.kind == Edit::Kind::Replace;
  return {.first = edit.kind == Edit::Kind::InsertAfter ? edit.line + edit.lines : edit.line,
          .before = edit.kind != Edit::Kind::InsertAfter,
          .removed = removes ? edit.lines : 0,
          .inserted = indented_code(sources, file, edit)};
}

bool overlap(const LineEdit& a, const LineEdit& b) {
  if (a == b) return false;
  const auto cuts = [](const LineEdit& one, const LineEdit& other) {
    return one.first < other.first && other.first < one.first + one.removed;
  };
  const bool same_start = a.first == b.first && a.removed > 0 && b.removed > 0;
  return same_start || cuts(a, b) || cuts(b, a);
}

std::string edited_text(std::string_view text, const std::vector<LineEdit>& edits) {
  const std::vector<std::string_view> lines = lines_with_ends(text);
  const bool dos = !lines.empty() && lines.front().ends_with("\r\n");
  const std::string_view line_end = dos ? "\r\n" : "\n";
  std::string after;
  std::size_t done = 0;
  const auto copy_up_to = [&](std::size_t end) {
    for (; done < std::min(end, lines.size()); ++done) after += lines[done];
  };
  for (const LineEdit& edit : edits) {
    copy_up_to(edit.first - 1);
    if (!edit.inserted.empty() && !after.empty() && !after.ends_with('\n')) after += line_end;
    for (const std::string& line : edit.inserted) after.append(line).append(line_end);
    done = std::max<std::size_t>(done, edit.first - 1 + edit.removed);
  }
  copy_up_to(lines.size());
  const bool had_last_end = text.empty() || text.ends_with('\n');
  if (!had_last_end && after.ends_with(line_end)) after.resize(after.size() - line_end.size());
  return after;
}

std::optional<std::uint32_t> line_after(std::uint32_t line, const std::vector<LineEdit>& edits) {
  std::uint32_t shift = 0;  // modulo 2^32, as lines may become fewer
  for (const LineEdit& edit : edits) {
    if (edit.first > line) break;
    if (line < edit.first + edit.removed) return std::nullopt;
    shift += static_cast<std::uint32_t>(edit.inserted.size()) - edit.removed;
  }
  return line + shift;
}

}  // namespace cudep::report
