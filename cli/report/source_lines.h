// The lines of the user's source files, as messages quote them. A file that cannot be read has no lines; nothing fails.
#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cudep::report {

/// Bytes of a line.
struct ByteRange {
  std::size_t first = 0;
  std::size_t length = 0;
  bool operator==(const ByteRange&) const = default;
};

class SourceLines {
 public:
  /// Line `number`, counted from 1, without its end; nothing when there is no such line.
  std::optional<std::string_view> line(const std::string& file, std::uint32_t number);
  /// The same line, of the same length, with comments and what stands between quotes blank.
  std::optional<std::string_view> code_line(const std::string& file, std::uint32_t number);
  /// For tests: the file is what `text` says, whatever is on disk.
  void provide(std::string file, std::string_view text);

 private:
  const std::vector<std::string>& lines(const std::string& file);

  std::map<std::string, std::vector<std::string>> files_;
  std::map<std::string, std::vector<std::string>> code_;
};

constexpr std::size_t kLongLine = 140;  // code points of a line that are shown at most

/// A line made fit to print with a caret line under it.
struct Snippet {
  std::string text;   // tabs expanded, invalid bytes replaced, cut to a window around the column
  std::string caret;  // ^~~~ under the token at the column, ~~~~ under marks; empty when the column is unknown
  bool operator==(const Snippet&) const = default;
};

/// `column` counts bytes from 1, as clang does; 0 is unknown.
Snippet snippet(std::string_view line, std::uint32_t column, std::span<const ByteRange> marks = {},
                std::size_t longest = kLongLine);
/// Code points before the byte `column`, plus 1: the column that SARIF wants.
std::uint32_t code_point_column(std::string_view line, std::uint32_t column);
/// The white space in front of a statement next to this line: deeper when the line closes a block.
std::string statement_indentation(std::string_view line);

}  // namespace cudep::report
