// A change to the source, as `git diff` writes it, and which findings it touches.
#pragma once
#include <cstdint>
#include <expected>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/report/source_lines.h"
#include "rules/finding.h"

namespace cudep::adoption {

/// Lines of a file as it is now. Where lines were only removed, those next to them: `last` is `first` - 1 then stands
/// for the gap between the two.
struct ChangedLines {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool operator==(const ChangedLines&) const = default;
};

class Change {
 public:
  /// `file` is relative to the working directory, or absolute.
  void add(const std::string& file, ChangedLines lines);
  void add_whole(const std::string& file);

  /// Whether it changes a line from the first to the last place that the finding has in one function, or removes one
  /// there: so that a finding is in the change which took its wait away. Of operations in two laps of a loop, the lines
  /// of the loop count.
  [[nodiscard]] bool touches(const rules::Finding& finding, report::SourceLines& sources) const;

  [[nodiscard]] const std::vector<ChangedLines>& lines_of(const std::string& file) const;

 private:
  std::map<std::string, std::vector<ChangedLines>> by_file_;  // by absolute path
};

/// A unified diff. Files are named as `git diff` and `diff -u` do, from the working directory or a folder above it.
/// `name` stands for the text in errors, one line each.
std::expected<Change, std::string> parse_diff(std::string_view text, const std::string& name);

/// A file that holds a diff; `-` is standard input.
std::expected<Change, std::string> read_diff(const std::string& file);

/// What the working tree has that the common ancestor of `revision` and HEAD has not, files that git does not know
/// included. Asks git.
std::expected<Change, std::string> change_since(const std::string& revision);

}  // namespace cudep::adoption
