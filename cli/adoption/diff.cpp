// Reads unified diffs.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <optional>
#include <utility>

#include "cli/adoption/change.h"
#include "cli/report/read_file.h"

namespace cudep::adoption {
namespace {

namespace fs = std::filesystem;

/// The octal and letter escapes that git writes in quoted names.
std::string unquoted(std::string_view name) {
  if (!name.starts_with('"')) return std::string(name.substr(0, name.find('\t')));
  std::string text;
  for (std::size_t i = 1; i < name.size() && name[i] != '"'; ++i) {
    if (name[i] != '\\') {
      text += name[i];
      continue;
    }
    int code = 0;
    const char* const octal = name.data() + i + 1;
    if (std::from_chars(octal, std::min(octal + 3, name.data() + name.size()), code, 8).ptr == octal + 3) {
      text += static_cast<char>(code);
      i += 3;
    } else if (++i < name.size()) {
      text += name[i] == 't' ? '\t' : name[i] == 'n' ? '\n' : name[i];
    }
  }
  return text;
}

std::string without_first_folder(const std::string& path) {
  const std::size_t slash = path.find('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

/// The file that a diff means: below the working directory or one above it, with the `a/` and `b/` of git or without.
std::optional<std::string> file_of(std::string_view written) {
  const std::string name = unquoted(written);
  if (name == "/dev/null") return std::nullopt;
  std::error_code failed;
  for (fs::path folder = fs::current_path(failed);; folder = folder.parent_path()) {
    for (const std::string& path : {without_first_folder(name), name})
      if (fs::is_regular_file(folder / path, failed)) return (folder / path).string();
    if (folder == folder.parent_path()) return std::nullopt;
  }
}

/// `3,2` or `3`, of a head `@@ -1,4 +3,2 @@`: the first line and how many.
struct HunkSide {
  std::uint32_t line = 0;
  std::uint32_t count = 1;
};

std::optional<HunkSide> hunk_side(std::string_view head, std::string_view sign) {
  const std::size_t at = head.find(sign);
  if (at == std::string_view::npos) return std::nullopt;
  HunkSide side;
  const char* const end = head.data() + head.size();
  const auto line = std::from_chars(head.data() + at + sign.size(), end, side.line);
  if (line.ec != std::errc{}) return std::nullopt;
  if (line.ptr == end || *line.ptr != ',') return side;
  if (std::from_chars(line.ptr + 1, end, side.count).ec != std::errc{}) return std::nullopt;
  return side;
}

class DiffReader {
 public:
  std::expected<Change, std::string> read(std::string_view text, const std::string& name) {
    for (std::size_t number = 1; !text.empty(); ++number) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(text.size(), line.size() + 1));
      if (!take(line))
        return std::unexpected(
            fmt::format("{}:{}: not a head of lines in a unified diff; give what `git diff` writes", name, number));
    }
    if (!has_files_ && has_text_)
      return std::unexpected(fmt::format("{}: no file is changed in it; give what `git diff` writes", name));
    return std::move(change_);
  }

 private:
  bool take(std::string_view line) {
    has_text_ = has_text_ || !line.empty();
    if (old_left_ == 0 && new_left_ == 0) return outside(line);
    inside(line);
    return true;
  }

  /// Between the lines of files: heads.
  bool outside(std::string_view line) {
    if (line.starts_with("+++ ")) {
      has_files_ = true;
      file_ = file_of(line.substr(4));
    }
    if (!line.starts_with("@@ ")) return true;
    const auto before = hunk_side(line, "-");
    const auto after = hunk_side(line, "+");
    if (!before || !after) return false;
    old_left_ = before->count;
    new_left_ = after->count;
    next_ = after->count == 0 ? after->line + 1 : after->line;
    return true;
  }

  /// A line of a file: kept, added, removed, or `\ No newline at end of file`.
  void inside(std::string_view line) {
    const char sign = line.empty() ? ' ' : line.front();
    if (sign == '\\') return;
    if (sign == '-') {
      note({next_, next_ - 1});
      --old_left_;
      return;
    }
    if (sign == '+')
      note({next_, next_});
    else if (old_left_ > 0)
      --old_left_;
    if (new_left_ > 0) --new_left_;
    ++next_;
  }

  void note(ChangedLines lines) {
    if (file_) change_.add(*file_, lines);
  }

  Change change_;
  std::optional<std::string> file_;
  std::uint32_t next_ = 0;  // the line of the file that the next kept or added line is
  std::uint32_t old_left_ = 0;
  std::uint32_t new_left_ = 0;
  bool has_files_ = false;
  bool has_text_ = false;
};

}  // namespace

std::expected<Change, std::string> parse_diff(std::string_view text, const std::string& name) {
  return DiffReader().read(text, name);
}

std::expected<Change, std::string> read_diff(const std::string& file) {
  if (file == "-") return parse_diff(std::string(std::istreambuf_iterator<char>(std::cin), {}), "standard input");
  const auto text = report::read_file(file);
  if (!text)
    return std::unexpected(fmt::format("{}: {}; name a file that `git diff` wrote, or `-`", file, text.error()));
  return parse_diff(*text, file);
}

}  // namespace cudep::adoption
