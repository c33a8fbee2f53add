// nvcc takes `kernel<<<{x, y}, {32, 8}>>>()`, clang does not: it drops the whole statement.
#pragma once
#include <string>
#include <string_view>

namespace cudep::frontend {

/// The same text with the braces of launch configurations spelled as `dim3(x, y)`. Lines stay, columns behind may not.
std::string name_launch_braces(std::string_view text);

}  // namespace cudep::frontend
