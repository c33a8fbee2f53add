// Goes over the lines once, in or out of a comment or a raw string.
#include "cli/report/code_lines.h"

#include <algorithm>
#include <string_view>

#include "cli/report/words.h"

namespace cudep::report {
namespace {

class Blanking {
 public:
  std::string blank(const std::string& line) {
    std::string code = line;
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t end = end_of_part(line, at);
      if (!is_code_)
        std::fill(code.begin() + static_cast<std::ptrdiff_t>(at), code.begin() + static_cast<std::ptrdiff_t>(end), ' ');
      at = end;
    }
    return code;
  }

 private:
  /// The end of what begins at `at`: a comment, what is quoted, or one character of code.
  std::size_t end_of_part(const std::string& line, std::size_t at) {
    const std::string_view rest = std::string_view(line).substr(at);
    is_code_ = false;
    if (!until_.empty()) return close(rest, at);
    if (rest.starts_with("//")) return line.size();
    if (rest.starts_with("/*")) {
      until_ = "*/";
      return at + 2;
    }
    const bool in_number = rest.front() == '\'' && at > 0 && in_word(line[at - 1]);
    if (rest.starts_with("R\"") && (at == 0 || !in_word(line[at - 1]))) return open_raw_string(rest, at);
    if (rest.front() == '"' || (rest.front() == '\'' && !in_number)) return end_of_literal(rest, at);
    is_code_ = true;
    return at + 1;
  }

  std::size_t close(std::string_view rest, std::size_t at) {
    const std::size_t found = rest.find(until_);
    if (found == std::string_view::npos) return at + rest.size();
    const std::size_t end = at + found + until_.size();
    until_.clear();
    return end;
  }

  std::size_t open_raw_string(std::string_view rest, std::size_t at) {
    const std::size_t open = std::min(rest.find('('), rest.size());
    until_ = ")" + std::string(rest.substr(2, open - 2)) + "\"";
    return std::min(at + open + 1, at + rest.size());
  }

  static std::size_t end_of_literal(std::string_view rest, std::size_t at) {
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != rest.front()) end += rest[end] == '\\' ? 2 : 1;
    return at + std::min(end + 1, rest.size());
  }

  std::string until_;  // what ends the comment or raw string that lines are in
  bool is_code_ = true;
};

}  // namespace

std::vector<std::string> code_lines(const std::vector<std::string>& lines) {
  std::vector<std::string> code;
  Blanking blanking;
  for (const std::string& line : lines) code.push_back(blanking.blank(line));
  return code;
}

}  // namespace cudep::report
