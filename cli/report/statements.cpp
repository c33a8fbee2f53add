// Reads brackets and line ends; of what it misreads, the edit does not compile.
#include "cli/report/statements.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace cudep::report {
namespace {

constexpr std::uint32_t kLongStatement = 12;  // lines; beyond, the brackets are taken to be misread

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string_view code(SourceLines& sources, const std::string& file, std::uint32_t line) {
  return trimmed(sources.code_line(file, line).value_or(""));
}

bool ends_statement(std::string_view code) {
  return code.starts_with('#') || std::string_view(";{}:").find(code.back()) != std::string_view::npos;
}

/// The nearest line above that has code; 0 when there is none.
std::uint32_t code_above(SourceLines& sources, const std::string& file, std::uint32_t line) {
  while (line > 1)
    if (!code(sources, file, --line).empty()) return line;
  return 0;
}

std::uint32_t first_line(SourceLines& sources, const std::string& file, std::uint32_t line) {
  if (code(sources, file, line).starts_with('}')) return line;
  for (std::uint32_t steps = 0; steps < kLongStatement; ++steps) {
    const std::uint32_t above = code_above(sources, file, line);
    if (above == 0 || ends_statement(code(sources, file, above))) return line;
    line = above;
  }
  return line;
}

std::uint32_t last_line(SourceLines& sources, const std::string& file, std::uint32_t first, std::uint32_t line) {
  std::ptrdiff_t open = 0;
  for (std::uint32_t number = first; number < line + kLongStatement; ++number) {
    const auto text = sources.code_line(file, number);
    if (!text) return line;
    open += std::ranges::count(*text, '(') - std::ranges::count(*text, ')');
    const std::string_view end = trimmed(*text);
    if (number >= line && open <= 0 && !end.empty() && ends_statement(end)) return number;
  }
  return line;
}

/// Braces from the end of one line to the start of another: how deep each of the two lies below what they share.
struct Braces {
  std::ptrdiff_t depth = 0;  // of the second line, counted from the first
  std::ptrdiff_t least = 0;  // on the way
  std::uint32_t closed = 0;  // the line where the least was reached
  std::uint32_t opened_last =
      0;  // the line of the brace that the second line is below, of those that the least does not have
};

Braces braces_between(SourceLines& sources, const std::string& file, std::uint32_t from, std::uint32_t to) {
  Braces braces{.closed = from};
  for (std::uint32_t line = from + 1; line < to; ++line)
    for (const char c : code(sources, file, line)) {
      if (c == '{' && braces.depth++ == braces.least) braces.opened_last = line;
      if (c == '}' && --braces.depth < braces.least) {
        braces.least = braces.depth;
        braces.closed = line;
      }
    }
  return braces;
}

}  // namespace

LineRange statement_at(SourceLines& sources, const std::string& file, std::uint32_t line) {
  const std::uint32_t first = first_line(sources, file, line);
  return {.first = first, .last = last_line(sources, file, first, line)};
}

std::optional<std::pair<LineRange, LineRange>> in_common_block(SourceLines& sources, const std::string& file,
                                                               std::uint32_t earlier, std::uint32_t later) {
  LineRange before = statement_at(sources, file, earlier);
  LineRange after = statement_at(sources, file, later);
  if (before.last >= after.first) return std::nullopt;
  const Braces braces = braces_between(sources, file, before.last, after.first);
  if (braces.least < 0) before = {.first = braces.closed, .last = braces.closed};
  if (braces.depth > braces.least) after = statement_at(sources, file, braces.opened_last);
  return std::pair(before, after);
}

LineRange with_checks(SourceLines& sources, const std::string& file, LineRange statement) {
  for (std::uint32_t line = statement.last + 1; const auto text = sources.code_line(file, line); ++line) {
    if (trimmed(*text).empty()) continue;
    const LineRange next = statement_at(sources, file, line);
    const std::string code = statement_text(sources, file, next);
    if (code.find("GetLastError(") == code.npos && code.find("PeekAtLastError(") == code.npos) break;
    if (code.find('{') != code.npos) break;
    statement.last = line = next.last;
  }
  return statement;
}

std::string statement_text(SourceLines& sources, const std::string& file, const LineRange& statement) {
  std::string text;
  std::size_t indentation = 0;
  for (std::uint32_t number = statement.first; number <= statement.last; ++number) {
    const std::string_view line = sources.line(file, number).value_or("");
    const std::size_t blank = std::min(line.find_first_not_of(" \t"), line.size());
    if (number == statement.first) indentation = blank;
    text += (text.empty() ? "" : "\n") + std::string(line.substr(std::min(blank, indentation)));
  }
  return text;
}

bool is_plain_call(SourceLines& sources, const std::string& file, const LineRange& statement) {
  std::string text;
  for (std::uint32_t line = statement.first; line <= statement.last; ++line)
    text += std::string(code(sources, file, line)) + " ";
  const std::string_view whole = trimmed(text);
  const std::size_t name = whole.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:");
  if (name == std::string_view::npos || name == 0 || whole[name] != '(' || !whole.ends_with(");")) return false;
  constexpr std::array<std::string_view, 4> kKeywords = {"if", "for", "while", "switch"};
  if (std::ranges::find(kKeywords, whole.substr(0, name)) != kKeywords.end()) return false;
  std::ptrdiff_t open = 0;
  for (const char c : whole.substr(name, whole.size() - name - 2)) {
    open += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (open == 0) return false;
  }
  return open == 1;
}

bool is_in_macro(SourceLines& sources, const std::string& file, const LineRange& lines) {
  for (std::uint32_t line = lines.first - 1; line <= lines.last; ++line)
    if (code(sources, file, line).ends_with('\\')) return true;
  return code(sources, file, lines.first).starts_with('#');
}

}  // namespace cudep::report
