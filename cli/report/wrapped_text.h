// Long sentences over several lines of a terminal.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace cudep::report {

/// Breaks `text` between words so that no line has more than `width` characters; the first line begins at `column`, the
/// others at four. A width of 0 breaks nothing.
std::string wrapped(std::string_view text, std::size_t column, std::size_t width);

}  // namespace cudep::report
