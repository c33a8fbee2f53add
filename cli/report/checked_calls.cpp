// Looks for the macro.
#include "cli/report/checked_calls.h"

#include <algorithm>
#include <string_view>

#include "cli/report/words.h"

namespace cudep::report {
namespace {

/// `CHECK` of a line `CHECK(cuda...);`; empty when there is none.
std::string_view wrapper(std::string_view code, std::string_view call) {
  code.remove_prefix(std::min(code.find_first_not_of(" \t"), code.size()));
  const std::size_t open = code.find('(');
  if (open == code.npos || open == 0) return {};
  const std::string_view name = code.substr(0, open);
  const std::string_view inside = code.substr(open + 1);
  const bool checks = inside.starts_with(call) && !inside.starts_with("cudaGetError") && inside.contains("));");
  return checks && std::ranges::all_of(name, in_word) ? name : std::string_view();
}

/// Of the nearest line above, or else of the nearest below.
std::string_view nearest_wrapper(SourceLines& sources, const std::string& file, std::uint32_t from,
                                 std::string_view call) {
  for (std::uint32_t line = from; line > 0; --line)
    if (const auto macro = wrapper(sources.code_line(file, line).value_or(""), call); !macro.empty()) return macro;
  for (std::uint32_t line = from + 1; const auto code = sources.code_line(file, line); ++line)
    if (const auto macro = wrapper(*code, call); !macro.empty()) return macro;
  return {};
}

std::string wrapped(std::string_view line, std::string_view call, std::string_view macro) {
  const bool is_call = line.starts_with(call) && line.ends_with(");") && !line.starts_with("cudaEvent_t");
  if (!is_call) return std::string(line);
  return std::string(macro) + "(" + std::string(line.substr(0, line.size() - 1)) + ");";
}

}  // namespace

void check_like_neighbours(SourceLines& sources, const std::string& file, Edit& edit) {
  const std::string_view call = std::string_view(edit.code).contains("cuda") ? "cuda" : "cu";
  const std::string_view macro = nearest_wrapper(sources, file, edit.line, call);
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
