// Reads and prepares source lines for messages.
#include "cli/report/source_lines.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

#include "cli/report/code_lines.h"

namespace cudep::report {
namespace {

constexpr std::size_t kTab = 4;  // columns
constexpr std::size_t kBeforeCaret = 60;
constexpr std::uintmax_t kLargestFile = 64U << 20U;

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// Bytes of the well-formed UTF-8 sequence at the start of `text`; 0 when it is malformed.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::size_t length = 0;
  if (byte(0) < 0x80)
    length = 1;
  else if (byte(0) >= 0xC2 && byte(0) < 0xE0)
    length = 2;
  else if (byte(0) >= 0xE0 && byte(0) < 0xF0)
    length = 3;
  else if (byte(0) >= 0xF0 && byte(0) < 0xF5)
    length = 4;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  return length;
}

bool in_identifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Bytes of the token at `at`: an identifier, or one character.
std::size_t token_length(std::string_view line, std::size_t at) {
  std::size_t end = at;
  while (end < line.size() && in_identifier(line[end])) ++end;
  return std::max<std::size_t>(end - at, 1);
}

/// A printable column of the line: what is shown, and the byte it comes from.
struct Cell {
  std::string text;
  std::size_t byte;
};

std::vector<Cell> cells(std::string_view line) {
  std::vector<Cell> cells;
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t length = sequence_length(line.substr(at));
    const auto byte = static_cast<unsigned char>(line[at]);
    if (line[at] == '\t') {
      do cells.push_back({" ", at});
      while (cells.size() % kTab != 0);
    } else if (length == 0 || byte < 0x20 || byte == 0x7F) {
      cells.push_back({"?", at});
    } else {
      cells.push_back({std::string(line.substr(at, length)), at});
    }
    at += std::max<std::size_t>(length, 1);
  }
  return cells;
}

bool contains(const ByteRange& range, std::size_t byte) {
  return byte >= range.first && byte < range.first + range.length;
}

std::string caret_line(const std::vector<Cell>& shown, const ByteRange& token, std::span<const ByteRange> marks) {
  std::string caret;
  bool begun = false;
  for (const Cell& cell : shown) {
    const bool inside = contains(token, cell.byte);
    const bool marked = std::ranges::any_of(marks, [&](const ByteRange& mark) { return contains(mark, cell.byte); });
    caret += inside && !begun ? '^' : inside || marked ? '~' : ' ';
    begun = begun || inside;
  }
  caret.resize(caret.find_last_not_of(' ') + 1);
  return caret;
}

}  // namespace

const std::vector<std::string>& SourceLines::lines(const std::string& file) {
  const auto known = files_.find(file);
  if (known != files_.end()) return known->second;
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  if (in && in.seekg(0, std::ios::end) && static_cast<std::uintmax_t>(in.tellg()) <= kLargestFile) {
    in.seekg(0);
    text << in.rdbuf();
  }
  return files_.emplace(file, split(text.str())).first->second;
}

std::optional<std::string_view> SourceLines::line(const std::string& file, std::uint32_t number) {
  const std::vector<std::string>& all = lines(file);
  if (number == 0 || number > all.size()) return std::nullopt;
  return all[number - 1];
}

std::optional<std::string_view> SourceLines::code_line(const std::string& file, std::uint32_t number) {
  auto known = code_.find(file);
  if (known == code_.end()) known = code_.emplace(file, code_lines(lines(file))).first;
  if (number == 0 || number > known->second.size()) return std::nullopt;
  return known->second[number - 1];
}

void SourceLines::provide(std::string file, std::string_view text) {
  code_.erase(file);
  files_[std::move(file)] = split(text);
}

Snippet snippet(std::string_view line, std::uint32_t column, std::span<const ByteRange> marks, std::size_t longest) {
  std::vector<Cell> all = cells(line);
  const std::size_t byte = column == 0 ? 0 : column - 1;
  const auto at = std::ranges::find_if(all, [&](const Cell& cell) { return cell.byte >= byte; }) - all.begin();
  std::string before;
  std::string after;
  if (all.size() > longest) {
    const std::size_t first =
        static_cast<std::size_t>(at) > kBeforeCaret ? static_cast<std::size_t>(at) - kBeforeCaret : 0;
    const std::size_t last = std::min(all.size(), first + longest);
    before = first > 0 ? "..." : "";
    after = last < all.size() ? "..." : "";
    all = std::vector<Cell>(all.begin() + static_cast<std::ptrdiff_t>(first),
                            all.begin() + static_cast<std::ptrdiff_t>(last));
  }
  Snippet result;
  for (const Cell& cell : all) result.text += cell.text;
  result.text = before + result.text + after;
  if (column != 0 && byte < line.size())
    result.caret =
        std::string(before.size(), ' ') + caret_line(all, {.first = byte, .length = token_length(line, byte)}, marks);
  return result;
}

std::uint32_t code_point_column(std::string_view line, std::uint32_t column) {
  std::uint32_t points = 1;
  for (std::size_t at = 0; at + 1 < column && at < line.size(); ++points)
    at += std::max<std::size_t>(sequence_length(line.substr(at)), 1);
  return points;
}

std::string statement_indentation(std::string_view line) {
  const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
  std::string indentation(line.substr(0, first));
  return line.substr(first).starts_with('}') ? indentation + "  " : indentation;
}

}  // namespace cudep::report
