// Looks for the macro.
#include "cli/report/checked_calls.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace cudep::report {
namespace {

bool in_macro_name(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0 || std::isdigit(static_cast<unsigned char>(c)) != 0 ||
         c == '_';
}

/// `CHECK` of a line `CHECK(cuda...`; empty when there is none.
std::string_view wrapper(std::string_view code, std::string_view call) {
  code.remove_prefix(std::min(code.find_first_not_of(" \t"), code.size()));
  const std::size_t open = code.find('(');
  if (open == code.npos || open < 2) return {};
  const std::string_view name = code.substr(0, open);
  const bool is_macro = std::ranges::all_of(name, in_macro_name);
  return is_macro && code.substr(open + 1).starts_with(call) ? name : std::string_view();
}

std::string wrapped(std::string_view line, std::string_view call, std::string_view macro) {
  const bool is_call = line.starts_with(call) && line.ends_with(");") && !line.starts_with("cudaEvent_t");
  if (!is_call) return std::string(line);
  return std::string(macro) + "(" + std::string(line.substr(0, line.size() - 1)) + ");";
}

}  // namespace

void check_like_neighbours(SourceLines& sources, const std::string& file, Edit& edit) {
  const std::string_view call = std::string_view(edit.code).contains("cuda") ? "cuda" : "cu";
  std::string_view macro;
  for (std::uint32_t line = edit.line + edit.lines; line > 0 && macro.empty(); --line)
    macro = wrapper(sources.code_line(file, line).value_or(""), call);
  if (macro.empty()) return;
  std::string code;
  for (std::string_view left = edit.code; !left.empty();) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    code += (code.empty() ? "" : "\n") + wrapped(left.substr(0, end), call, macro);
    left.remove_prefix(std::min(end + 1, left.size()));
  }
  edit.code = code;
}

}  // namespace cudep::report
