// Rewrites braced launch configurations.
#include "analyzer/frontend/launch_braces.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace cudep::frontend {

namespace {

/// Whether a quote begins a character: in 1'000 it separates digits.
bool begins_character(std::string_view text, std::size_t quote) {
  return quote == 0 || std::isalnum(static_cast<unsigned char>(text[quote - 1])) == 0;
}

/// The end of the comment or literal that begins at `from`, or `from` when none does.
std::size_t skip_literal(std::string_view text, std::size_t from) {
  const auto after = [&](std::string_view end, std::size_t start) {
    const std::size_t found = text.find(end, start);
    return found == std::string_view::npos ? text.size() : found + end.size();
  };
  const std::string_view rest = text.substr(from);
  if (rest.starts_with("//")) return after("\n", from);
  if (rest.starts_with("/*")) return after("*/", from + 2);
  const bool is_text = rest.starts_with('"'), is_character = rest.starts_with('\'') && begins_character(text, from);
  if (!is_text && !is_character) return from;
  std::size_t end = from + 1;
  while (end < text.size() && text[end] != rest.front() && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

/// The configuration after `<<<`: a brace list becomes a dim3 in the first two arguments, its value in the others.
std::string name_braces(std::string_view configuration) {
  std::string named;
  int depth = 0, argument = 0;
  bool begins_argument = true, is_list = false;
  for (std::size_t at = 0; at < configuration.size(); ++at) {
    if (const std::size_t behind = skip_literal(configuration, at); behind != at) {
      const bool is_comment = configuration[at] == '/';
      named += configuration.substr(at, behind - at);
      begins_argument = begins_argument && is_comment;
      at = behind - 1;
      continue;
    }
    const char letter = configuration[at];
    const bool opens = depth == 0 && letter == '{' && begins_argument;
    is_list = is_list || opens;
    if (letter == '(' || letter == '{' || letter == '[') ++depth;
    if (letter == ')' || letter == '}' || letter == ']') --depth;
    const bool closes = depth == 0 && letter == '}' && std::exchange(is_list, false);
    if (opens) {
      named += argument < 2 ? "dim3(" : "(";
    } else if (closes) {
      named += argument >= 2 && named.ends_with('(') ? "0)" : ")";
    } else {
      named += letter;
    }
    if (depth == 0 && letter == ',') ++argument;
    // The backslash continues the line of a macro.
    const bool is_space = std::string_view(" \n\r\t\\").contains(letter);
    begins_argument = (depth == 0 && letter == ',') || (begins_argument && is_space);
  }
  return named;
}

}  // namespace

std::string name_launch_braces(std::string_view text) {
  std::string result;
  std::size_t done = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t behind = skip_literal(text, at);
    if (behind != at) {
      at = behind;
      continue;
    }
    const std::size_t end = text.substr(at).starts_with("<<<") ? text.find(">>>", at) : std::string_view::npos;
    if (end == std::string_view::npos) {
      ++at;
      continue;
    }
    result += text.substr(done, at + 3 - done);
    const std::string_view configuration = text.substr(at + 3, end - at - 3);
    // A `;` means that this was no launch.
    result += configuration.contains(';') ? std::string(configuration) : name_braces(configuration);
    done = at = end;
  }
  return result + std::string(text.substr(done));
}

}  // namespace cudep::frontend
