// Rewrites braced launch configurations.
#include "analyzer/frontend/launch_braces.h"

#include <algorithm>
#include <utility>

namespace cudep::frontend {

namespace {

/// The end of the comment or literal that begins at `from`, or `from` when none does.
std::size_t skip_literal(std::string_view text, std::size_t from) {
  const auto after = [&](std::string_view end, std::size_t start) {
    const std::size_t found = text.find(end, start);
    return found == std::string_view::npos ? text.size() : found + end.size();
  };
  const std::string_view rest = text.substr(from);
  if (rest.starts_with("//")) return after("\n", from);
  if (rest.starts_with("/*")) return after("*/", from + 2);
  if (!rest.starts_with('"')) return from;
  std::size_t end = from + 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

/// The configuration after `<<<`: an argument that is a brace list becomes a dim3.
std::string name_braces(std::string_view configuration) {
  std::string named;
  int depth = 0;
  bool begins_argument = true, is_list = false;
  for (const char letter : configuration) {
    const bool opens = depth == 0 && letter == '{' && begins_argument;
    is_list = is_list || opens;
    if (letter == '(' || letter == '{' || letter == '[') ++depth;
    if (letter == ')' || letter == '}' || letter == ']') --depth;
    const bool closes = depth == 0 && letter == '}' && std::exchange(is_list, false);
    if (opens) {
      named += "dim3(";
    } else {
      named += closes ? ')' : letter;
    }
    const bool is_space = letter == ' ' || letter == '\n' || letter == '\t';
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
