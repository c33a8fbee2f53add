// Fills lines word by word.
#include "cli/report/wrapped_text.h"

#include <algorithm>

namespace cudep::report {
namespace {

constexpr std::string_view kIndentation = "    ";

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t column, std::size_t width) {
  if (width == 0) return std::string(text);
  std::string lines;
  bool begins = true;  // no word is on the line yet
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t needed = characters(word) + (begins ? 0 : 1);
    if (column + needed > width && !(begins && column == kIndentation.size())) {
      lines.append("\n").append(kIndentation);
      column = kIndentation.size();
      begins = true;
    }
    lines.append(begins ? "" : " ").append(word);
    column += characters(word) + (begins ? 0 : 1);
    begins = false;
  }
  return lines;
}

}  // namespace cudep::report
